// Tests the SQL of `npm run new-migration`. For changed models with history, the SQL includes tables of past states,
// triggers, and the functions that read a past instant.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';

const folder = path.join(__dirname, '../../scripts');
const fileUrl = (name: string) => JSON.stringify(pathToFileURL(path.join(folder, name)).href);

const rack = `
/// A rack.
/// @historied(network)
model Rack {
  id           String    @id @default(dbgenerated("gen_random_uuid()")) @db.Uuid
  createdAt    DateTime  @default(now()) @map("created_at") @db.Timestamptz(3)
  updatedAt    DateTime  @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)
  validFrom    DateTime  @default(now()) @map("valid_from") @db.Timestamptz(3)
  validTo      DateTime? @map("valid_to") @db.Timestamptz(3)
  lineageId    String    @default(dbgenerated()) @map("lineage_id") @db.Uuid
  auditEventId String?   @map("audit_event_id") @db.Uuid
  networkId    String    @map("network_id") @db.Uuid
  name         String

  @@map("racks")
}
`;

const edits: Record<string, [from: string, to: string][]> = {
  'models/host.prisma': [
    ['  sysContact ', '  siteCode String? @map("site_code")\n  formerContact '],
    ['@map("sys_contact")', '@map("former_contact")'],
  ],
  'models/vlan.prisma': [
    ['  vlanNumber  Int ', '  vlanNumber  BigInt '],
    ['  name        String\n', '  name        String?\n'],
  ],
};

/**
 * Returns the SQL that migrates the current Prisma schema to the schema with these edits. `addedSql` is the text of an
 * added Prisma file.
 */
function migrationTo(changes: typeof edits, addedSql = ''): string {
  const script = `
    import { migrationSql } from ${fileUrl('history-sql.mjs')};
    import { currentSchema } from ${fileUrl('model-sql.mjs')};
    const [edits, added] = JSON.parse(process.argv[1]);
    const from = currentSchema();
    const to = from.map(({ path, content }) => {
      for (const [old, now] of edits[path] ?? []) {
        if (!content.includes(old)) throw new Error(path + ' has no ' + old);
        content = content.replace(old, now);
      }
      return { path, content };
    });
    if (added) to.push({ path: 'models/added.prisma', content: added });
    process.stdout.write(await migrationSql(from, to));`;
  const args = ['--input-type=module', '-e', script, JSON.stringify([changes, addedSql])];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e7 });
}

let database: OwnDatabase;
let client: Client;
const [networkId, hostId] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  database = await createMigratedDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const organizationId = randomUUID();
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Ours')`, [organizationId]);
  await client.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Lab')`, [
    networkId,
    organizationId,
  ]);
  await client.query(`INSERT INTO hosts (id, network_id, name, sys_contact) VALUES ($1, $2, 'a', 'me')`, [
    hostId,
    networkId,
  ]);
  await client.query(`UPDATE hosts SET name = 'b' WHERE id = $1`, [hostId]);
  await client.query(migrationTo(edits, rack));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;

test('unchanged models give no migration', () => {
  expect(migrationTo({})).toBe('');
});

test('added, removed and changed columns of a historied table are changed in its past states too', async () => {
  await client.query(`UPDATE hosts SET site_code = 'B7' WHERE id = $1`, [hostId]);
  await client.query(`UPDATE hosts SET site_code = 'C1' WHERE id = $1`, [hostId]);
  const states = await rowsOf(`SELECT name, site_code FROM hosts_revisions WHERE id = $1 ORDER BY valid_from`, [
    hostId,
  ]);
  expect(states).toEqual([
    { name: 'a', site_code: null },
    { name: 'b', site_code: null },
    { name: 'b', site_code: 'B7' },
  ]);
  const columns = await rowsOf(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS needed FROM pg_attribute
     WHERE attrelid = 'vlans_revisions'::regclass AND attname IN ('vlan_number', 'name')
       OR attrelid = 'hosts_revisions'::regclass AND attname IN ('sys_contact', 'former_contact') ORDER BY attname`,
  );
  expect(columns).toEqual([
    { name: 'former_contact', type: 'text', needed: false },
    { name: 'name', type: 'text', needed: false },
    { name: 'vlan_number', type: 'bigint', needed: true },
  ]);
});

test("a new historied model keeps its states, marks changes, and begins without a former model's states", async () => {
  const id = randomUUID();
  await client.query(`INSERT INTO racks (id, network_id, name) VALUES ($1, $2, 'one')`, [id, networkId]);
  await client.query(`UPDATE racks SET name = 'two' WHERE id = $1`, [id]);
  const [live] = await rowsOf(`SELECT lineage_id, valid_from, audit_event_id FROM racks`);
  expect(live).toMatchObject({ lineage_id: id, audit_event_id: expect.any(String) as string });
  await client.query(`DELETE FROM network_changes`);
  await client.query(`DELETE FROM racks`);
  expect(await rowsOf(`SELECT network_id FROM network_changes`)).toEqual([{ network_id: networkId }]);
  expect(await rowsOf(`SELECT name, is_last FROM racks_revisions ORDER BY valid_from`)).toEqual([
    { name: 'one', is_last: false },
    { name: 'two', is_last: true },
  ]);
  expect(await rowsOf(`SELECT name FROM racks_at($1)`, [live!.valid_from])).toEqual([{ name: 'two' }]);
  const [{ organization_id: organizationId }] = (await rowsOf(`SELECT organization_id FROM networks`)) as [
    Record<string, unknown>,
  ];
  await client.query(`DELETE FROM networks`);
  await client.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Again')`, [
    networkId,
    organizationId,
  ]);
  expect(await rowsOf(`SELECT id FROM racks_revisions`)).toEqual([]);
});
