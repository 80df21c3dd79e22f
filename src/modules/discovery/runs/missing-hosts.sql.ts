// Marks a host as missing if a complete run got no response at any of its IPv4 addresses. The host stays missing until
// it is seen again.
import { downPortStates } from '../../inventory';
import { Prisma, type DiscoverySession } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Marks hosts as missing after a complete run, which has queried every IPv4 address in the CIDRs in `swept`. A host is
 * missing if there is no sign of it since the beginning of the run: no report about it, no call of a daemon on it, and
 * no LLDP or CDP data from it. Only hosts that a discovery has found are marked.
 */
export async function markMissing(
  tx: Db,
  { networkId, createdAt: begunAt }: Pick<DiscoverySession, 'networkId' | 'createdAt'>,
  runId: string,
  swept: readonly string[],
): Promise<void> {
  if (swept.length === 0) return;
  const seenCondition = (table: string) =>
    Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(table)} AS part WHERE part.host_id = host.id AND part.last_seen_at >= ${begunAt}::timestamptz)`;
  // The statement locks hosts in the order of their ids, like all statements that write many hosts, to avoid deadlocks.
  const statement = Prisma.sql`
    WITH heard AS (
      SELECT coalesce(link.remote_host_id, far.host_id) AS host_id
      FROM interface_neighbors AS link
      JOIN interfaces AS port ON port.id = link.interface_id
        AND (port.oper_status = ANY(${downPortStates}::if_oper_status[])) IS NOT TRUE
      JOIN neighbor_evidence AS record ON record.interface_id = port.id AND record.updated_at >= ${begunAt}::timestamptz
      LEFT JOIN interfaces AS far ON far.id = link.remote_interface_id
      WHERE link.network_id = ${networkId}::uuid
    ), missing AS (
      SELECT host.id FROM hosts AS host
      WHERE host.network_id = ${networkId}::uuid AND host.missing_since IS NULL
        AND host.source_type IN ('Discovery', 'DiscoveryWithMatch')
        AND host.last_seen_at < ${begunAt}::timestamptz AND host.last_discovery_id IS DISTINCT FROM ${runId}::uuid
        AND EXISTS (SELECT FROM ip_addresses WHERE host_id = host.id AND family(ip_address) = 4)
        AND NOT EXISTS (
          SELECT FROM ip_addresses WHERE host_id = host.id AND family(ip_address) = 4
            AND NOT ip_address <<= ANY(${[...swept]}::text[]::inet[]))
        AND NOT ${seenCondition('ip_addresses')} AND NOT ${seenCondition('interfaces')}
        AND NOT EXISTS (SELECT FROM daemons WHERE host_id = host.id AND last_seen >= ${begunAt}::timestamptz)
        AND NOT EXISTS (SELECT FROM heard WHERE heard.host_id = host.id)
      ORDER BY host.id FOR NO KEY UPDATE OF host
    )
    UPDATE hosts SET missing_since = run.created_at, updated_at = clock_timestamp()
    FROM missing, discoveries AS run
    WHERE hosts.id = missing.id AND run.id = ${runId}::uuid AND run.network_id = ${networkId}::uuid`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
