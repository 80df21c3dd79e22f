// Tests the migration that splits groups of routers which were stored as one group only because all had the same
// link-local virtual address.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/platform/postgres/migrate';
import { createDatabaseBefore } from '../support/database-before';
import type { OwnDatabase } from '../support/own-database';
import { createPrismaClient } from '../../src/data/client';
import { databaseInstant } from '../support/instants';

const all = path.join(__dirname, '../../prisma/migrations');
const splitting = '20261201050000_split_fhrp_groups';
let database: OwnDatabase;
let client: Client;

beforeAll(async () => {
  database = await createDatabaseBefore(splitting);
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface StoredGroup {
  readonly id: string;
  readonly addresses: string[];
  readonly members: string[];
}
/** All groups with their members, as of an instant if one is given. */
const readGroups = async (at?: Date): Promise<StoredGroup[]> => {
  const { rows: networks } = await client.query<{ id: string }>('SELECT id FROM networks');
  const [groups, members] = ['fhrp_groups', 'fhrp_members'].map((table) => (at ? `${table}_at($1, $2)` : table));
  const { rows } = await client.query<StoredGroup>(
    `SELECT g.id, g.virtual_addresses AS addresses, ARRAY(
      SELECT h.name FROM ${members!} m JOIN hosts h ON h.id = m.host_id WHERE m.group_id = g.id ORDER BY h.name) AS members
    FROM ${groups!} g`,
    at ? [at, networks.map(({ id }) => id)] : [],
  );
  return rows.sort((one, other) => (one.members.join() < other.members.join() ? -1 : 1));
};

test('merged groups become the groups that reports store; other groups and past states stay', async () => {
  const [organization, network] = [randomUUID(), randomUUID()];
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Ours')`, [organization]);
  await client.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Lab')`, [
    network,
    organization,
  ]);
  const addGroup = async (members: Readonly<Record<string, readonly string[]>>): Promise<string> => {
    const groupId = randomUUID();
    await client.query(
      `INSERT INTO fhrp_groups (id, network_id, protocol, group_number, virtual_addresses)
      VALUES ($1, $2, 'Vrrp3', 10, $3)`,
      [groupId, network, [...new Set(Object.values(members).flat())].sort()],
    );
    for (const [name, addresses] of Object.entries(members)) {
      const hostId = randomUUID();
      await client.query(`INSERT INTO hosts (id, network_id, name) VALUES ($1, $2, $3)`, [hostId, network, name]);
      await client.query(
        `INSERT INTO fhrp_members (network_id, group_id, host_id, state, virtual_addresses)
        VALUES ($1, $2, $3, 'Master', $4)`,
        [network, groupId, hostId, addresses],
      );
    }
    return groupId;
  };
  const [a, b, c, d] = ['2001:db8:a::1', '2001:db8:b::1', '2001:db8:b::2', '2001:db8:d::1'];
  const merged = await addGroup({
    ...{ a1: [a, 'fe80::1'], a2: [a, 'fe80::1'], a3: [] },
    // The first and the last have an address in common only with the one between.
    ...{ b1: [b, 'fe80::1'], b2: [b, c, 'fe80::1'], b3: [c, 'fe80::1'] },
    ...{ e1: ['fe80::1'], e2: ['fe80::1'] },
  });
  const whole = await addGroup({ f1: [d, 'fe80::1'], f2: [d, 'fe80::1'] });
  const ipv4 = await addGroup({ g1: ['10.0.0.1'], g2: ['10.0.0.2'] });
  const groupsBefore = await readGroups();
  const prisma = createPrismaClient(database.url, { poolSize: 1 });
  const instant = await databaseInstant(prisma).finally(() => prisma.$disconnect());

  expect(await migrate(database.url)).toEqual(
    readdirSync(all).filter((entry) => /^\d/.test(entry) && entry >= splitting),
  );
  const other = expect.not.stringMatching(`${merged}|${whole}|${ipv4}`) as string;
  expect(await readGroups()).toEqual([
    { id: merged, addresses: [a, 'fe80::1'], members: ['a1', 'a2', 'a3'] },
    { id: other, addresses: [b, c, 'fe80::1'], members: ['b1', 'b2', 'b3'] },
    { id: other, addresses: ['fe80::1'], members: ['e1'] },
    { id: other, addresses: ['fe80::1'], members: ['e2'] },
    { id: whole, addresses: [d, 'fe80::1'], members: ['f1', 'f2'] },
    { id: ipv4, addresses: ['10.0.0.1', '10.0.0.2'], members: ['g1', 'g2'] },
  ]);
  expect(await readGroups(instant)).toEqual(groupsBefore);
  const { rows } = await client.query(`SELECT FROM pg_class WHERE relname LIKE 'split\\_%'`);
  expect(rows).toEqual([]);
});
