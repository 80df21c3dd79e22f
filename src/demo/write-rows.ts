// Writes generated rows in bulk: one statement per few thousand rows of a table, in an order in which foreign keys
// hold.
import type { Db } from '../data/tenancy/rows';
import { systemScope, executeSql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import { columnsOf, modelNames, tableOf } from '../data/model/model-fields';
import type { NetworkRows, OrganizationRows, TableName } from './network/rows';

/** A transaction of the raw database client, which loads the demo. */
export type Statements = Db;

/** Runs a statement without tenancy rules: the demo writes an organization to which no viewer has access yet. */
export const run = (tx: Statements, text: string, ...values: readonly unknown[]): Promise<number> =>
  executeSql(tx, tenantSafeSql(systemScope, { text, values }));

type Row = object;

const rowsPerStatement = 4000;
const columnsByTable = new Map(modelNames.map((model) => [tableOf(model), columnsOf(model)]));

/** An INSERT with its rows as one JSON parameter. Columns that no row has get the database's defaults. */
function insertOf(table: TableName, rows: readonly Row[], parameter = 1): { sql: string; json: string } {
  const tableColumns = columnsByTable.get(table)!;
  const columns = new Set<string>();
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(row)) {
      if (value === undefined) continue;
      const column = tableColumns.get(field)!.sqlName;
      columns.add(column);
      if (value !== null) record[column] = value;
    }
    return record;
  });
  const list = [...columns].map((column) => `"${column}"`).join(', ');
  const source = `json_populate_recordset(NULL::"${table}", $${parameter}::json)`;
  return { sql: `INSERT INTO "${table}" (${list}) SELECT ${list} FROM ${source}`, json: JSON.stringify(records) };
}

export type CountRows = (rows: number) => void;

async function insert(tx: Statements, table: TableName, rows: readonly Row[], count: CountRows): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const batch = rows.slice(start, start + rowsPerStatement);
    const { sql, json } = insertOf(table, batch);
    await run(tx, sql, json);
    count(batch.length);
  }
}

/**
 * Inserts rows that refer to each other by one statement, because foreign keys are checked at the end of a statement.
 */
async function insertTogether(
  tx: Statements,
  tables: readonly (readonly [TableName, readonly Row[]])[],
): Promise<void> {
  const inserts = tables
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows], index) => insertOf(table, rows, index + 1));
  const parts = inserts.map(({ sql }, index) => `inserted_${index} AS (${sql})`);
  await run(tx, `WITH ${parts.join(', ')} SELECT 1`, ...inserts.map(({ json }) => json));
}

export async function writeOrganization(tx: Statements, rows: OrganizationRows, count: CountRows): Promise<void> {
  // The tables of `rows` are in an order in which each comes after the tables that its foreign keys refer to.
  for (const [table, list] of Object.entries(rows) as [keyof OrganizationRows, Row[]][]) {
    await insert(tx, table, list, count);
  }
}

const afterServices = [
  'subnets',
  'vlans',
  'ip_addresses',
  'address_reservations',
] as const satisfies readonly (keyof NetworkRows)[];
const afterInterfaces = [
  'interface_vlans',
  'neighbor_evidence',
  'interface_neighbors',
  'interface_counters',
  'fhrp_groups',
  'fhrp_members',
  'routing_neighbors',
  'wireless_associations',
  'wireless_signals',
  'ports',
  'bindings',
  'groups',
  'group_members',
  'daemon_subnets',
  'snapshots',
  'topologies',
  'shares',
  'tag_assignments',
] as const satisfies readonly (keyof NetworkRows)[];

export async function writeNetwork(tx: Statements, rows: NetworkRows, count: CountRows): Promise<void> {
  await insert(tx, 'daemon_api_keys', rows.daemon_api_keys, count);
  // A host refers to its discovery, a discovery to its daemon, and a daemon to its host, so these are inserted
  // together.
  const daemonHosts = new Set(rows.daemons.map((daemon) => daemon.hostId));
  const first = rows.hosts.filter((host) => daemonHosts.has(host.id!));
  await insertTogether(tx, [
    ['hosts', first],
    ['daemons', rows.daemons],
    ['discoveries', rows.discoveries],
  ]);
  count(first.length + rows.daemons.length + rows.discoveries.length);
  // Hosts without a daemon. A virtual machine refers to the service of its hypervisor, so the hypervisors and their
  // services are inserted before the virtual machines.
  const others = rows.hosts.filter((host) => !daemonHosts.has(host.id!));
  const hypervisorServices = new Set(others.map((host) => host.virtualizationServiceId).filter(Boolean));
  const isHypervisor = ({ id }: { id?: unknown }) => hypervisorServices.has(id as string);
  await insert(
    tx,
    'hosts',
    others.filter((host) => !host.virtualizationServiceId),
    count,
  );
  await insert(tx, 'services', rows.services.filter(isHypervisor), count);
  await insert(
    tx,
    'hosts',
    others.filter((host) => host.virtualizationServiceId),
    count,
  );
  await insert(
    tx,
    'services',
    rows.services.filter((service) => !isHypervisor(service)),
    count,
  );
  for (const table of afterServices) await insert(tx, table, rows[table], count);
  // Member ports of a link aggregate refer to the port of the aggregate, so the member ports are inserted last.
  for (const isMember of [false, true])
    await insert(
      tx,
      'interfaces',
      rows.interfaces.filter(({ aggregateId }) => Boolean(aggregateId) === isMember),
      count,
    );
  for (const table of afterInterfaces) await insert(tx, table, rows[table], count);
}
