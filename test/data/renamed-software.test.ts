// Tests the migration that replaces former ids of known software by the present ids, in present and past rows. The
// migration changes nothing else in these rows.
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/platform/postgres/migrate';
import { createDatabaseBefore } from '../support/database-before';
import type { OwnDatabase } from '../support/own-database';
import { serviceDefinitions } from '../../src/modules/inventory/shared/service-definitions';

const all = path.join(__dirname, '../../prisma/migrations');
const renaming = '20261122121000_known_software_ids';
const sql = readFileSync(path.join(all, renaming, 'migration.sql'), 'utf8');
/** Ids of software that former versions of Netloom stored, each mapped to the present id. */
const renamedIds = new Map([...sql.matchAll(/^ {2}\('([^']+)', '([^']+)'\)/gm)].map(([, from, to]) => [from!, to!]));

let database: OwnDatabase;
let client: Client;

beforeAll(async () => {
  database = await createDatabaseBefore(renaming);
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const tables = ['services', 'services_revisions', 'hosts', 'audit_events'];
type Row = Record<string, unknown> & { readonly service_definition?: string };
const readAllRows = async (): Promise<Record<string, Row[]>> => {
  const rowsByTable: Record<string, Row[]> = {};
  for (const table of tables)
    rowsByTable[table] = (await client.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table} t`)).rows.map(
      ({ row }) => row,
    );
  return rowsByTable;
};
const inOrder = (rows: readonly Row[]) => [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const marks = async () =>
  (await client.query(`SELECT network_id FROM network_changes ORDER BY network_id, transaction_id`)).rows;

test('the migration renames ids that existed before to ids of the registry', () => {
  const knownTexts = new Set(serviceDefinitions.map(({ id }) => id));
  expect(renamedIds.size).toBeGreaterThan(90);
  expect([...renamedIds.values()].filter((id) => !knownTexts.has(id))).toEqual([]);
  expect([...renamedIds.keys()].filter((id) => knownTexts.has(id))).toEqual([]);
});

test('live and past rows have the new id; no state ends, no event is written, and graphs are drawn again', async () => {
  const [organization, network, host] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Ours')`, [organization]);
  await client.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Lab')`, [
    network,
    organization,
  ]);
  await client.query(`INSERT INTO hosts (id, network_id, name) VALUES ($1, $2, 'one')`, [host, network]);
  const others = ['custom', 'nginx', 'my-own', 'Docker'];
  const ids = [...renamedIds.keys(), ...others];
  // Each id is stored in two services, of which one (`gone`) is deleted and the other changed. So each id occurs in
  // current, past and deleted rows.
  const createdRows = ids.map((definition) => ({ id: randomUUID(), gone: randomUUID(), definition }));
  for (const { id, gone, definition } of createdRows)
    for (const row of [id, gone])
      await client.query(
        `INSERT INTO services (id, network_id, host_id, name, service_definition) VALUES ($1, $2, $3, 'it', $4)`,
        [row, network, host, definition],
      );
  for (const [index, { id }] of createdRows.entries())
    await client.query(`UPDATE services SET service_definition = $2 WHERE id = $1`, [
      id,
      ids[(index + 1) % ids.length],
    ]);
  await client.query('DELETE FROM services WHERE id = ANY($1)', [createdRows.map(({ gone }) => gone)]);

  const rowsBefore = await readAllRows();
  const marksBefore = await marks();
  expect(await migrate(database.url)).toEqual(
    readdirSync(all).filter((entry) => /^\d/.test(entry) && entry >= renaming),
  );
  const rowsAfter = await readAllRows();
  const expectRows = (rows: Row[]) =>
    rows.map((row) => {
      const definition = row.service_definition;
      return definition === undefined ? row : { ...row, service_definition: renamedIds.get(definition) ?? definition };
    });
  expect(rowsBefore.services!.length + rowsBefore.services_revisions!.length).toBe(createdRows.length * 3);
  // Columns that the applied migrations have added are left out of the comparison.
  for (const table of tables) {
    const columns = new Set(rowsBefore[table]!.flatMap((row) => Object.keys(row)));
    const asBefore = rowsAfter[table]!.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))),
    );
    expect(inOrder(asBefore)).toEqual(inOrder(expectRows(rowsBefore[table]!)));
  }
  expect((await marks()).length).toBe(marksBefore.length + 1);

  // The history triggers work after the migration: changing the service stores its previous state.
  await client.query(`UPDATE services SET service_definition = 'SSH' WHERE id = $1`, [createdRows[0]!.id]);
  const { rows } = await client.query('SELECT count(*)::int AS count FROM services_revisions WHERE id = $1', [
    createdRows[0]!.id,
  ]);
  expect(rows).toEqual([{ count: 2 }]);
  await expect(client.query(`UPDATE services_revisions SET service_definition = 'ssh'`)).rejects.toThrow(
    'what was, stays',
  );
  expect((await client.query(`SELECT to_regclass('renamed_software') AS left`)).rows).toEqual([{ left: null }]);
});
