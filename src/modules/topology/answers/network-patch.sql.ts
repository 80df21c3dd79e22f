// Reads what may have changed in a network since an earlier state was read, or what has changed since a past instant.
// One statement reads the changed rows by id, instead of the whole network.
import { endedIn } from '../../../data/model/historied';
import { ownerColumnOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import {
  columnsSql,
  gatherEach,
  ownerExpression,
  past,
  present,
  tableSources,
  type ListName,
  type Source,
} from './inventory-lists.sql';
import { listNames, type InventoryPatch, type PatchedRow } from './inventory-patch';
import { networkSql, stateSql, tokenAt, type ReadMark } from './network-inventory.sql';

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
 * SQL conditions that find the rows that have changed since a reference point (an earlier state or a past instant), and
 * the SQL source of the values of these rows.
 */
interface Since {
  /** SQL condition: the current row may have been written after the reference point. */
  readonly isNew: (row: string) => string;
  /** SQL condition: the past state of a row ended after the reference point. */
  readonly hasEnded: (row: string) => string;
  /** Where the values of the changed rows are read. */
  readonly source: Source;
  /** Tables without history whose rows change the row of a list. */
  readonly withoutHistory: Readonly<Partial<Record<ListName, string>>>;
}
/** The changes since an earlier state was read, with the current values of the rows. */
const sinceState: Since = {
  // If a row was written after the earlier state was read, the id of the writing transaction is not lower than xmin, the
  // lowest id of all transactions that were open at that time.
  isNew: (row) => `age(${row}.xmin) <= (SELECT age(pg_snapshot_xmin($4::pg_snapshot)::xid))`,
  hasEnded: (row) => `${row}.valid_to > $5::timestamptz`,
  source: present,
  withoutHistory: { interfaces: 'forwarding_evidence' },
};
/** The changes since a past instant, with the values that the rows had at this instant. */
const sinceInstant: Since = {
  isNew: (row) => `${row}.valid_from > $4::timestamptz`,
  hasEnded: (row) => `${row}.valid_to > $4::timestamptz`,
  source: past,
  withoutHistory: {},
};

function idsSql(list: ListName, { isNew, hasEnded, withoutHistory }: Since): string {
  const idQueries = sources[list].flatMap(([table, column]) => {
    // Indexes on tag assignments begin with the organization. With this condition, PostgreSQL can use one.
    const isTag = table === 'tag_assignments' ? 'x.organization_id = network.organization_id AND ' : '';
    const isOwned = `${isTag}x.${ownerColumnOf(table)} = ${ownerExpression(table)} AND x.${column} IS NOT NULL`;
    return [
      `SELECT x.${column} AS id FROM ${table} x, network WHERE ${isOwned} AND ${isNew('x')}`,
      // The history contains the ids of deleted rows, and the former owners of moved rows, such as the former host of an
      // address.
      ...endedIn(table).map(
        (table) => `SELECT x.${column} AS id FROM ${table} x, network WHERE ${isOwned} AND ${hasEnded('x')}`,
      ),
    ];
  });
  // A port's list of neighbors contains the host of the neighboring port. So if that port moves to another host, this
  // port is read again.
  const far = `SELECT n.interface_id AS id FROM network
    JOIN interfaces x ON x.network_id = network.id AND ${isNew('x')}
    JOIN interface_neighbors n ON n.remote_interface_id = x.id`;
  const evidence = withoutHistory[list] && [
    `SELECT x.interface_id AS id FROM ${withoutHistory[list]} x, network
    WHERE x.network_id = network.id AND ${isNew('x')}`,
  ];
  const all = [...idQueries, ...(list === 'interfaces' ? [far] : []), ...(evidence ?? [])];
  return `SELECT DISTINCT id FROM (${all.join(' UNION ALL ')}) found LIMIT ${mostRows + 1}`;
}

function changesSql(list: ListName, { source }: Since): string {
  const { table, columns, joins = '' } = tableSources(source, gatherEach(source))[list];
  return `(SELECT coalesce(json_agg(json_build_array(c.id, row_to_json(line)) ORDER BY c.id), '[]')
      FROM "${list} ids" c LEFT JOIN LATERAL (
        SELECT ${columnsSql(columns)} FROM ${source.few(table)} r ${joins}
        WHERE r.id = c.id AND r.${ownerColumnOf(table)} = ${ownerExpression(table)}
      ) line ON true) AS "${list}"`;
}

const patchSql = (since: Since): string => `
  WITH network AS MATERIALIZED (SELECT id, organization_id FROM ${networkSql}),
  ${listNames.map((list) => `"${list} ids" AS MATERIALIZED (${idsSql(list, since)})`).join(',\n  ')}
  SELECT ${stateSql}, ${listNames.map((list) => changesSql(list, since)).join(',\n    ')}
  FROM network`;
const sinceStateSql = patchSql(sinceState);
const sinceInstantSql = patchSql(sinceInstant);

export interface ReadPatch {
  readonly changeToken: string;
  /** The rows that may have changed, including some that have not. */
  readonly patch: InventoryPatch;
  readonly mark: ReadMark;
}

/**
 * Reads the changes of a network since an earlier state. Undefined if they cannot be read safely: there are more than
 * `mostRows`, another database server answers (a standby may lack recent changes), or the read is inside a transaction.
 * Also undefined if the viewer may not read the network.
 */
export const readPatch = (
  sql: TenantSql,
  networkId: string,
  since: ReadMark,
  closedUntil: Date,
): Promise<ReadPatch | undefined> =>
  sendPatch(sql, networkId, { ...since, closed: closedUntil }, sinceStateSql, [since.snapshot, since.closed]);

/**
 * Reads the patch that converts a state of a network, read at `later`, to the network's state at the earlier instant
 * `at`. Undefined in the same cases as `readPatch`, and if the state may lack changes that were made before `at`.
 */
export async function readPastPatch(
  sql: TenantSql & { readonly at: Date },
  networkId: string,
  later: ReadMark,
): Promise<Omit<ReadPatch, 'mark'> | undefined> {
  if (later.closed < sql.at) return undefined;
  const read = await sendPatch(sql, networkId, later, sinceInstantSql, [sql.at]);
  return read && { changeToken: tokenAt(sql.at, read.changeToken), patch: read.patch };
}

async function sendPatch(
  { queryTexts, viewer }: TenantSql,
  networkId: string,
  known: ReadMark,
  text: string,
  since: readonly unknown[],
): Promise<ReadPatch | undefined> {
  const values = [networkId, viewer.organizationId, viewer.networkIds, ...since];
  const [patchRows] = await queryTexts<
    Record<ListName | 'changeToken' | 'snapshot', string> & { server: string | null }
  >(tenantSafeSql(viewer, { text, values }));
  if (!patchRows || patchRows.server === null || patchRows.server !== known.server) return undefined;
  const { changeToken, snapshot, server } = patchRows;
  const lists = listNames.map((list) => [list, JSON.parse(patchRows[list]) as PatchedRow[]] as const);
  if (lists.some(([, rows]) => rows.length > mostRows)) return undefined;
  return {
    changeToken,
    // The statement returns each list in a column with the name of the list.
    patch: Object.fromEntries(lists) as unknown as InventoryPatch,
    mark: { snapshot, server, closed: known.closed },
  };
}
