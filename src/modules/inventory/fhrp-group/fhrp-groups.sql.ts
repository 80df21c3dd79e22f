// Groups follow their members: those without any go, and each has the virtual addresses that any member reports.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

export async function settleGroups(tx: Db, networkId: string): Promise<void> {
  for (const statement of [
    Prisma.sql`
      DELETE FROM fhrp_groups g WHERE network_id = ${networkId}::uuid
        AND NOT EXISTS (SELECT FROM fhrp_members m WHERE m.group_id = g.id)`,
    Prisma.sql`
      UPDATE fhrp_groups AS stored SET virtual_addresses = named.addresses, updated_at = clock_timestamp()
      FROM (
        SELECT m.group_id, array_agg(DISTINCT address ORDER BY address) AS addresses
        FROM fhrp_members m, unnest(m.virtual_addresses) AS address
        WHERE m.network_id = ${networkId}::uuid GROUP BY m.group_id
      ) named WHERE stored.id = named.group_id AND stored.virtual_addresses <> named.addresses`,
  ])
    await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** Memberships of a host that is merged go to the destination where that has none. */
export async function moveMemberships(tx: Db, destinationId: string, otherId: string): Promise<void> {
  const statement = Prisma.sql`
    UPDATE fhrp_members SET host_id = ${destinationId}::uuid, updated_at = clock_timestamp()
    WHERE host_id = ${otherId}::uuid
      AND NOT EXISTS (SELECT FROM fhrp_members there WHERE there.host_id = ${destinationId}::uuid)`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
