// Reads what may have changed in a network since a known state. One statement reads the changed rows by id, instead of
// the whole network.
import { endedIn } from '../../../data/model/historied';
import { ownerColumnOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { gatherEach, ownerExpression, present, tableSources, type ListName } from './inventory-lists.sql';
import { listNames, type InventoryPatch, type PatchedRow } from './inventory-patch';
import { networkSql, stateSql, type ReadMark } from './network-inventory.sql';

/** Maximum number of changed rows of a patch. If more rows changed, reading the whole network is faster. */
export const mostRows = 2_000;

/**
 * For each list: the tables from which its rows are read, each with its column for the id of the row. A change in one
 * of these tables changes the row.
 */
const sources: Readonly<Record<ListName, readonly (readonly [table: string, column: string])[]>> = {
  hosts: [
    ['hosts', 'id'],
    // If a host has no name, its display name is an address, so changed addresses change the host.
    ['ip_addresses', 'host_id'],
    ['tag_assignments', 'host_id'],
    ['routing_neighbors', 'host_id'],
    ['fhrp_members', 'host_id'],
    ['wireless_associations', 'client_host_id'],
  ],
  subnets: [
    ['subnets', 'id'],
    ['tag_assignments', 'subnet_id'],
  ],
  ipAddresses: [['ip_addresses', 'id']],
  interfaces: [
    ['interfaces', 'id'],
    ['interface_vlans', 'interface_id'],
    ['interface_neighbors', 'interface_id'],
  ],
  ports: [['ports', 'id']],
  bindings: [['bindings', 'id']],
  services: [
    ['services', 'id'],
    ['tag_assignments', 'service_id'],
  ],
  groups: [
    ['groups', 'id'],
    ['group_members', 'group_id'],
  ],
  vlans: [['vlans', 'id']],
  tags: [['tags', 'id']],
};

/**
 * SQL condition: the row may have been written after the earlier state was read. The id of the writing transaction is
 * then not lower than xmin, the lowest id of all transactions that were open at that time.
 */
const isNew = (row: string): string => `age(${row}.xmin) <= (SELECT age(pg_snapshot_xmin($4::pg_snapshot)::xid))`;

function idsSql(list: ListName): string {
  const idQueries = sources[list].flatMap(([table, column]) => {
    // Indexes on tag assignments begin with the organization. With this condition, PostgreSQL can use one.
    const isTag = table === 'tag_assignments' ? 'x.organization_id = network.organization_id AND ' : '';
    const isOwned = `${isTag}x.${ownerColumnOf(table)} = ${ownerExpression(table)} AND x.${column} IS NOT NULL`;
    return [
      `SELECT x.${column} AS id FROM ${table} x, network WHERE ${isOwned} AND ${isNew('x')}`,
      // The history since the earlier state contains the ids of deleted rows, and the former owners of moved rows, such
      // as the former host of an address.
      ...endedIn(table).map(
        (table) =>
          `SELECT x.${column} AS id FROM ${table} x, network WHERE ${isOwned} AND x.valid_to > $5::timestamptz`,
      ),
    ];
  });
  // A port's list of neighbors contains the host of the neighboring port. So if that port moves to another host, this
  // port is read again.
  const far = `SELECT n.interface_id AS id FROM network
    JOIN interfaces x ON x.network_id = network.id AND ${isNew('x')}
    JOIN interface_neighbors n ON n.remote_interface_id = x.id`;
  const evidence = `SELECT x.interface_id AS id FROM forwarding_evidence x, network
    WHERE x.network_id = network.id AND ${isNew('x')}`;
  const all = [...idQueries, ...(list === 'interfaces' ? [far, evidence] : [])];
  return `SELECT DISTINCT id FROM (${all.join(' UNION ALL ')}) found LIMIT ${mostRows + 1}`;
}

const tables = tableSources(present, gatherEach);
const changesSql = (list: ListName): string => {
  const { table, columns, joins = '' } = tables[list];
  return `(SELECT coalesce(json_agg(json_build_array(c.id, row_to_json(line)) ORDER BY c.id), '[]')
      FROM "${list} ids" c LEFT JOIN LATERAL (
        SELECT ${columns} FROM ${table} r ${joins} WHERE r.id = c.id AND r.${ownerColumnOf(table)} = ${ownerExpression(table)}
      ) line ON true) AS "${list}"`;
};

const patchSql = `
  WITH network AS MATERIALIZED (SELECT id, organization_id FROM ${networkSql}),
  ${listNames.map((list) => `"${list} ids" AS MATERIALIZED (${idsSql(list)})`).join(',\n  ')}
  SELECT ${stateSql}, ${listNames.map(changesSql).join(',\n    ')}
  FROM network`;

export interface ReadPatch {
  readonly changeToken: string;
  /** The rows that may have changed since the earlier state. Some of them may be equal to before. */
  readonly patch: InventoryPatch;
  readonly mark: ReadMark;
}

/**
 * Reads the changes of a network since an earlier state. Undefined if they cannot be read safely: there are more than
 * `mostRows`, another database server answers (a standby may lack recent changes), or the read is inside a transaction.
 * Also undefined if the viewer may not read the network.
 */
export async function readPatch(
  { queryTexts, viewer }: TenantSql,
  networkId: string,
  since: ReadMark,
  closedUntil: Date,
): Promise<ReadPatch | undefined> {
  const values = [networkId, viewer.organizationId, viewer.networkIds, since.snapshot, since.closed];
  const [patchRows] = await queryTexts<
    Record<ListName | 'changeToken' | 'snapshot', string> & { server: string | null }
  >(tenantSafeSql(viewer, { text: patchSql, values }));
  if (!patchRows || patchRows.server === null || patchRows.server !== since.server) return undefined;
  const { changeToken, snapshot, server } = patchRows;
  const lists = listNames.map((list) => [list, JSON.parse(patchRows[list]) as PatchedRow[]] as const);
  if (lists.some(([, rows]) => rows.length > mostRows)) return undefined;
  return {
    changeToken,
    // The statement returns each list in a column with the name of the list.
    patch: Object.fromEntries(lists) as unknown as InventoryPatch,
    mark: { snapshot, server, closed: closedUntil },
  };
}
