// Finds the next hop's host and the destination's subnet of each route. Only namespaces of the route's own host are
// searched.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { addressOwners } from '../shared/address-owners.sql';
import { containerBridges } from '../shared/subnet-types';

/**
 * Stores in each route the ids of the next hop's host and of the destination's subnet, for one host or a whole network.
 * An id becomes null if no host or subnet matches, or several do.
 */
export async function resolveRoutes(tx: Db, networkId: string, hostId?: string): Promise<void> {
  const bridges = Prisma.sql`ARRAY[${Prisma.join([...containerBridges])}]::subnet_type[]`;
  const ofHost = hostId === undefined ? Prisma.empty : Prisma.sql`AND r.host_id = ${hostId}::uuid`;
  const statement = Prisma.sql`
    WITH ${addressOwners({ model: 'Route', addresses: [Prisma.sql`r.next_hop`], networkId, hostId })},
    target AS (
      SELECT placed.id, min(s.id::text)::uuid AS subnet_id FROM placed JOIN routes r ON r.id = placed.id
      JOIN subnets s ON s.network_id = ${networkId}::uuid AND s.cidr = r.destination AND masklen(s.cidr) > 0
        AND s.namespace = placed.namespace AND s.subnet_type <> ALL(${bridges})
      GROUP BY placed.id HAVING count(DISTINCT s.id) = 1
    ),
    resolved AS (
      SELECT r.id, owner.owner_id AS next_hop_host_id, target.subnet_id FROM routes r
      LEFT JOIN owner ON owner.id = r.id LEFT JOIN target ON target.id = r.id
      WHERE r.network_id = ${networkId}::uuid ${ofHost}
    )
    UPDATE routes AS stored
    SET next_hop_host_id = resolved.next_hop_host_id, subnet_id = resolved.subnet_id, updated_at = clock_timestamp()
    FROM resolved WHERE stored.id = resolved.id AND (stored.next_hop_host_id, stored.subnet_id)
      IS DISTINCT FROM (resolved.next_hop_host_id, resolved.subnet_id)`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
