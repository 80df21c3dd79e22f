// Which hosts the routing neighbours of hosts are: by address, else by the router ID, which is the address of one as a rule.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { addressOwners } from '../shared/address-owners.sql';

/** Four numbers below 256: the system ID of IS-IS is no address. */
const routerIdAsAddress = Prisma.sql`CASE WHEN r.neighbor_router_id ~ ${'^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}$'}
  THEN r.neighbor_router_id::inet END`;

/** Resolves the routing neighbours of a host, or of all hosts of a network. */
export async function resolveRoutingNeighbors(tx: Db, networkId: string, hostId?: string): Promise<void> {
  const addresses = [Prisma.sql`r.neighbor_address`, routerIdAsAddress];
  const ofHost = hostId === undefined ? Prisma.empty : Prisma.sql`AND r.host_id = ${hostId}::uuid`;
  const statement = Prisma.sql`
    WITH ${addressOwners({ table: 'routing_neighbors', addresses, networkId, hostId })},
    resolved AS (
      SELECT r.id, owner.owner_id FROM routing_neighbors r LEFT JOIN owner ON owner.id = r.id
      WHERE r.network_id = ${networkId}::uuid ${ofHost}
    )
    UPDATE routing_neighbors AS stored SET neighbor_host_id = resolved.owner_id, updated_at = clock_timestamp()
    FROM resolved WHERE stored.id = resolved.id AND stored.neighbor_host_id IS DISTINCT FROM resolved.owner_id`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
