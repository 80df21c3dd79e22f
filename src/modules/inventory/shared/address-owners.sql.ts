// SQL for rows such as routes, which contain an address of another host, such as the next hop. Finds that host in the
// namespaces of the row's own host. No host is found if several hosts have the address.
import { readTables } from '../../../generated/entity-facts';
import { Prisma } from '../../../generated/prisma/client';
import { columnOf, tableOf } from '../../../data/model/model-fields';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { containerBridges } from './subnet-types';

interface Naming {
  /**
   * The model of the rows that contain addresses. Each row belongs to a host, and may refer to an interface of this
   * host.
   */
  readonly model: (typeof readTables)[number]['model'];
  /**
   * SQL for each address of a row `r`, in order of preference. The first address that exactly one host has identifies
   * the host.
   */
  readonly addresses: readonly Prisma.Sql[];
  readonly networkId: string;
  /** Id of the host to whose rows the result is limited; undefined for all hosts. */
  readonly hostId?: string | undefined;
}

/**
 * Returns the SQL (WITH) that finds the hosts whose addresses the rows contain, such as next hops. `placed`: for each
 * row, the namespaces to search. `owner`: for each row, the id of the host with the address (`owner_id`), if it is the
 * only one and not the row's own host. Link-local, bridge and virtual addresses are skipped.
 */
export function addressOwners({ model, addresses, networkId, hostId }: Naming): Prisma.Sql {
  const rows = Prisma.raw(tableOf(model));
  const ofHost = hostId === undefined ? Prisma.empty : Prisma.sql`AND r.host_id = ${hostId}::uuid`;
  const bridges = Prisma.sql`ARRAY[${Prisma.join([...containerBridges])}]::subnet_type[]`;
  const addressRows = addresses.map((address, rank) => Prisma.sql`(${rank}::int, ${address})`);
  return Prisma.sql`
    own AS MATERIALIZED (
      SELECT DISTINCT a.host_id, s.namespace FROM ip_addresses a JOIN subnets s ON s.id = a.subnet_id
      WHERE a.host_id IN (SELECT r.host_id FROM ${rows} r WHERE r.network_id = ${networkId}::uuid ${ofHost})
    ),
    placed AS MATERIALIZED (
      SELECT r.id, r.host_id, own.namespace FROM ${rows} r
      LEFT JOIN interfaces i ON i.id = r.interface_id
      LEFT JOIN ip_addresses a ON a.id = i.ip_address_id LEFT JOIN subnets s ON s.id = a.subnet_id
      JOIN own ON own.host_id = r.host_id AND own.namespace = coalesce(s.namespace, own.namespace)
      WHERE r.network_id = ${networkId}::uuid ${ofHost}
    ),
    found AS (
      SELECT r.id, named.rank, min(a.host_id::text)::uuid AS owner_id FROM placed
      JOIN ${rows} r ON r.id = placed.id
      CROSS JOIN LATERAL (VALUES ${Prisma.join(addressRows)}) AS named (rank, address)
      JOIN ip_addresses a ON a.network_id = ${networkId}::uuid AND a.ip_address = named.address
      JOIN subnets s ON s.id = a.subnet_id AND s.namespace = placed.namespace AND s.subnet_type <> ALL(${bridges})
      WHERE NOT named.address <<= ANY(ARRAY['169.254.0.0/16', 'fe80::/10', '127.0.0.0/8', '::1']::inet[])
        AND NOT EXISTS (
          SELECT FROM fhrp_groups g WHERE g.network_id = ${networkId}::uuid AND g.namespace = placed.namespace
            AND host(named.address) = ANY(g.virtual_addresses))
      GROUP BY r.id, named.rank HAVING count(DISTINCT a.host_id) = 1
    ),
    owner AS (
      SELECT DISTINCT ON (found.id) found.id, found.owner_id FROM found JOIN ${rows} r ON r.id = found.id
      WHERE found.owner_id <> r.host_id ORDER BY found.id, found.rank
    )`;
}

/**
 * Returns SQL for a column as an IP address. OSPF and BGP router IDs are stored as text, and usually are IPv4
 * addresses; other texts, such as IS-IS system IDs, become null.
 */
function addressIn(model: string, name: string): Prisma.Sql {
  const { kind, sqlName } = columnOf(model, name);
  const column = Prisma.sql`r.${Prisma.raw(sqlName)}`;
  if (kind === 'inet') return column;
  return Prisma.sql`CASE WHEN ${column} ~ ${'^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}$'} THEN ${column}::inet END`;
}

type Leading = Extract<(typeof readTables)[number], { readonly leadsTo: string }>;

/**
 * Rows such as routes contain addresses of other hosts. Returns a function that finds these hosts and stores
 * their ids in the rows, for one host or a whole network. `names` are the columns with addresses, in order of
 * preference.
 */
export const resolveOwners =
  (model: Leading['model'], names: readonly string[]) =>
  async (tx: Db, networkId: string, hostId?: string): Promise<void> => {
    const { leadsTo } = readTables.find((one): one is Leading => one.model === model)!;
    const [table, owner] = [Prisma.raw(tableOf(model)), Prisma.raw(columnOf(model, leadsTo).sqlName)];
    const addresses = names.map((name) => addressIn(model, name));
    const ofHost = hostId === undefined ? Prisma.empty : Prisma.sql`AND r.host_id = ${hostId}::uuid`;
    const statement = Prisma.sql`
      WITH ${addressOwners({ model, addresses, networkId, hostId })},
      resolved AS (
        SELECT r.id, owner.owner_id FROM ${table} r LEFT JOIN owner ON owner.id = r.id
        WHERE r.network_id = ${networkId}::uuid ${ofHost}
      )
      UPDATE ${table} AS stored SET ${owner} = resolved.owner_id, updated_at = clock_timestamp()
      FROM resolved WHERE stored.id = resolved.id AND stored.${owner} IS DISTINCT FROM resolved.owner_id`;
    await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
  };
