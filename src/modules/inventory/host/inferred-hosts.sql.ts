// Removes inferred hosts that have turned out to be discovered hosts.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { isUntouched } from '../shared/untouched-hosts.sql';

/** Maximum number of hosts that one call deletes. */
const mostRemoved = 500;

/**
 * Deletes the inferred hosts with these ids, except hosts that users have edited, and hosts with a link that users have
 * decided on or documented. The caller holds the locks of the network and of host writes. Resolves with the ids of the
 * deleted hosts.
 */
export async function removeInferredHosts(tx: Db, networkId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const statement = Prisma.sql`
    SELECT h.id::text AS id FROM hosts h
    WHERE h.id = ANY(${ids.slice(0, mostRemoved)}::uuid[]) AND h.network_id = ${networkId}::uuid
      AND h.source_type = 'Inferred' AND NOT h.hidden AND ${isUntouched}
      AND NOT EXISTS (SELECT FROM ip_addresses a WHERE a.host_id = h.id)
      AND NOT EXISTS (
        SELECT FROM interfaces i WHERE i.host_id = h.id AND (
          EXISTS (SELECT FROM link_decisions d WHERE i.id IN (d.interface_id, d.remote_interface_id))
          OR EXISTS (SELECT FROM documented_links d WHERE d.interface_id = i.id)))
    ORDER BY h.id`;
  const removedHosts = await querySql<{ id: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  const removedIds = removedHosts.map(({ id }) => id);
  if (removedIds.length > 0) await tx.host.deleteMany({ where: { id: { in: removedIds } } });
  return removedIds;
}
