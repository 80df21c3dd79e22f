// Updates FHRP groups from their members. Groups without members are deleted. A group with members has all addresses
// that its members report.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

export async function settleGroups(tx: Db, networkId: string): Promise<void> {
  for (const statement of [
    Prisma.sql`
      DELETE FROM fhrp_groups g WHERE network_id = ${networkId}::uuid
        AND NOT EXISTS (SELECT FROM fhrp_members m WHERE m.group_id = g.id)`,
    Prisma.sql`
      UPDATE fhrp_groups AS stored SET virtual_addresses = named.addresses, updated_at = clock_timestamp()
      FROM (
        SELECT m.group_id,
          coalesce(array_agg(DISTINCT address ORDER BY address) FILTER (WHERE address IS NOT NULL), '{}') AS addresses
        FROM fhrp_members m LEFT JOIN unnest(m.virtual_addresses) AS address ON true
        WHERE m.network_id = ${networkId}::uuid GROUP BY m.group_id
      ) named WHERE stored.id = named.group_id AND stored.virtual_addresses <> named.addresses`,
  ])
    await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/**
 * When `otherId` is merged into `destinationId`, moves its memberships in FHRP groups, unless the destination host has
 * memberships.
 */
export async function moveMemberships(tx: Db, destinationId: string, otherId: string): Promise<void> {
  const statement = Prisma.sql`
    UPDATE fhrp_members SET host_id = ${destinationId}::uuid, updated_at = clock_timestamp()
    WHERE host_id = ${otherId}::uuid
      AND NOT EXISTS (SELECT FROM fhrp_members there WHERE there.host_id = ${destinationId}::uuid)`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/**
 * Returns a function that finds the namespace (such as a VRF) of an interface, because subnets in different namespaces
 * may have equal addresses. It is the namespace of the interface's address. If the interface has no address, it is the
 * common namespace of all addresses of the host, or the default namespace if these differ.
 */
export async function readNamespaces(tx: Db, hostId: string): Promise<(interfaceId: string | null) => string> {
  const statement = Prisma.sql`
    SELECT DISTINCT i.id::text AS "interfaceId", s.namespace FROM ip_addresses a JOIN subnets s ON s.id = a.subnet_id
    LEFT JOIN interfaces i ON i.ip_address_id = a.id WHERE a.host_id = ${hostId}::uuid`;
  const rows = await querySql<{ interfaceId: string | null; namespace: string }>(
    tx,
    tenantSafeSql(viewerOf(tx), statement),
  );
  const [only, another] = new Set(rows.map(({ namespace }) => namespace));
  const ofInterface = new Map(rows.map(({ interfaceId, namespace }) => [interfaceId, namespace] as const));
  return (interfaceId) => (interfaceId && ofInterface.get(interfaceId)) || (another === undefined ? (only ?? '') : '');
}
