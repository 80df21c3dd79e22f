// Tests closed instants. Once the database reports an instant as closed for a network, the state of the network at that
// instant never changes. Only writers of the same network or organization delay the closing of instants.
import fc from 'fast-check';
import { Client } from 'pg';
import { historyScopeOf, isHistoried } from '../../../src/data/model/historied';
import { tableOf } from '../../../src/data/model/model-fields';
import { Prisma } from '../../../src/generated/prisma/client';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { fillOrganization } from '../../support/populate';
import { createWorld, type World } from '../../support/world';

let database: OwnDatabase;
let clients: Client[];
/** Four networks: two in each of two organizations. */
let networks: readonly { readonly id: string; readonly organizationId: string }[];
const writerCount = 4;

const rowsOf = async <Row extends object>(client: Client, sql: string, values: readonly unknown[] = []) =>
  (await client.query<Row>(sql, [...values])).rows;
async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return client;
}

async function addNetworks(client: Client, count: number): Promise<{ id: string; organizationId: string }[]> {
  return rowsOf(
    client,
    `WITH organization AS (INSERT INTO organizations (name) VALUES ('One of the clocks') RETURNING id)
     INSERT INTO networks (organization_id, name) SELECT id, 'network ' || n FROM organization, generate_series(1, $1::int) n
     RETURNING id, organization_id AS "organizationId"`,
    [count],
  );
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  clients = await Promise.all(Array.from({ length: writerCount + 1 }, connect));
  const [reader] = clients as [Client];
  networks = [...(await addNetworks(reader, 2)), ...(await addNetworks(reader, 2))];
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

const closedOf = async (client: Client, networkId: string): Promise<Date> =>
  (await rowsOf<{ at: Date }>(client, 'SELECT at FROM closed_instants(ARRAY[$1::uuid])', [networkId]))[0]!.at;
const nowOf = async (client: Client): Promise<Date> =>
  (await rowsOf<{ at: Date }>(client, `SELECT date_trunc('milliseconds', clock_timestamp()) AS at`))[0]!.at;

/** The VLANs of the network and the tags of its organization as of an instant, as one text. */
async function stateAt(client: Client, { id, organizationId }: (typeof networks)[number], at: Date): Promise<string> {
  const rows = await rowsOf(
    client,
    `SELECT id, network_id, name FROM vlans_at($1, ARRAY[$2::uuid]) WHERE network_id = $2
     UNION ALL SELECT id, organization_id, name FROM tags_at($1, ARRAY[$3::uuid])
     WHERE organization_id = $3 ORDER BY id`,
    [at, id, organizationId],
  );
  return JSON.stringify(rows);
}

/**
 * A database client that makes changes in transactions. Each writer changes VLANs and tags that no other writer
 * changes, so no writer waits for another writer.
 */
class Writer {
  private isOpen = false;
  private hasSavepoint = false;
  private turn = 0;
  /** Ids of the networks and organizations in which the writer's open transaction has changed a row. */
  readonly touched = new Set<string>();
  /** Like `touched`, but only for rows that were changed after the transaction's savepoint. */
  private since = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly number: number,
  ) {}

  private async within(scopes: readonly string[], sql: string, values: readonly unknown[]): Promise<void> {
    if (!this.isOpen) await this.client.query('BEGIN');
    this.isOpen = true;
    await this.client.query(sql, [...values]);
    for (const scope of scopes.filter((one) => !this.touched.has(one))) {
      this.touched.add(scope);
      this.since.add(scope);
    }
  }

  async change(place: number): Promise<void> {
    const { id, organizationId } = networks[place]!;
    const values = [id, organizationId, 10 * this.number + place + 1, `turn ${(this.turn += 1)}`];
    const sql = `INSERT INTO vlans (network_id, organization_id, vlan_number, name) VALUES ($1, $2, $3, $4)
      ON CONFLICT (network_id, vlan_number) DO UPDATE SET name = EXCLUDED.name`;
    await this.within([id], sql, values);
  }
  async remove(place: number): Promise<void> {
    const { id } = networks[place]!;
    const sql = 'DELETE FROM vlans WHERE network_id = $1 AND vlan_number = $2';
    const values = [id, 10 * this.number + place + 1];
    const presentRows = await rowsOf(this.client, sql.replace('DELETE', 'SELECT'), values);
    if (presentRows.length > 0) await this.within([id], sql, values);
  }
  /**
   * Moves the writer's VLAN from one network of the organization to the other network. Does nothing unless exactly one
   * of the two networks has the VLAN.
   */
  async move(place: number): Promise<void> {
    const both = [networks[place]!.id, networks[place ^ 1]!.id];
    const ofWriter = 'FROM vlans WHERE network_id = ANY($1::uuid[]) AND vlan_number = $2';
    const values = [both, 10 * this.number + place + 1];
    const presentRows = await rowsOf<{ from: string }>(this.client, `SELECT network_id AS "from" ${ofWriter}`, values);
    const to = both.find((id) => id !== presentRows[0]?.from);
    if (presentRows.length === 1)
      await this.within(both, `UPDATE vlans SET network_id = $3 ${ofWriter.slice(11)}`, [...values, to]);
  }
  async tag(place: number): Promise<void> {
    const { organizationId } = networks[place]!;
    const sql = `INSERT INTO tags (organization_id, name) VALUES ($1, $2)`;
    await this.within([organizationId], sql, [
      organizationId,
      `tag ${this.number} ${(this.turn += 1)} ${Math.random()}`,
    ]);
  }
  async save(): Promise<void> {
    if (!this.isOpen || this.hasSavepoint) return;
    this.hasSavepoint = true;
    this.since.clear();
    await this.client.query('SAVEPOINT before');
  }
  async back(): Promise<void> {
    if (!this.hasSavepoint) return;
    this.hasSavepoint = false;
    await this.client.query('ROLLBACK TO SAVEPOINT before; RELEASE SAVEPOINT before');
    for (const scope of this.since) this.touched.delete(scope);
    this.since.clear();
  }
  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.isOpen) await this.client.query(how);
    this.isOpen = this.hasSavepoint = false;
    this.touched.clear();
    this.since.clear();
  }
}

const steps = [
  'change',
  'change',
  'remove',
  'move',
  'tag',
  'save',
  'back',
  'commit',
  'abort',
  'read',
  'read',
  'wait',
] as const;
const step = fc.record({
  writer: fc.nat({ max: writerCount - 1 }),
  place: fc.nat({ max: 3 }),
  what: fc.constantFrom(...steps),
});

test("a closed instant stays closed with writers in any order, and only a network's own writers delay it", async () => {
  const [reader, ...others] = clients as [Client, ...Client[]];
  let [reads, heldLocks] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (script) => {
      await reader.query('DELETE FROM vlans; DELETE FROM tags');
      const writers = others.map((client, number) => new Writer(client, number));
      const seenStates: { network: (typeof networks)[number]; at: Date; state: string }[] = [];
      const asSeen = async () => {
        for (const { network, at, state } of seenStates) expect(await stateAt(reader, network, at)).toBe(state);
      };
      const read = async (place: number) => {
        const network = networks[place]!;
        const askedAt = await nowOf(reader);
        const at = await closedOf(reader, network.id);
        const isHeld = writers.some(({ touched }) => touched.has(network.id) || touched.has(network.organizationId));
        // An instant is closed once the network's state at this instant can no longer change. Without a writer, each
        // millisecond is closed as soon as it has passed.
        if (!isHeld) expect(at.getTime()).toBeGreaterThanOrEqual(askedAt.getTime() - 1);
        reads += 1;
        if (isHeld) heldLocks += 1;
        seenStates.push({ network, at, state: await stateAt(reader, network, at) });
      };
      try {
        for (const { writer: number, place, what } of script) {
          const writer = writers[number]!;
          if (what === 'read') await read(place);
          else if (what === 'wait') await reader.query('SELECT pg_sleep(0.002)');
          else if (what === 'commit' || what === 'abort') {
            await writer.end(what === 'commit' ? 'COMMIT' : 'ROLLBACK');
            if (what === 'commit') await asSeen();
          } else if (what === 'save' || what === 'back') await writer[what]();
          else await writer[what](place);
        }
      } finally {
        for (const writer of writers) await writer.end('COMMIT');
      }
      await asSeen();
    }),
    { numRuns: 40, ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }) },
  );
  expect(Math.min(heldLocks, reads - heldLocks)).toBeGreaterThan(20);
});

/**
 * The change clocks (locks) that the client's open transaction holds. While it holds a clock, no instant is closed for
 * the networks and organizations that have this clock.
 */
const clocksOf = async (client: Client): Promise<number[]> =>
  (
    await rowsOf<{ clock: number }>(
      client,
      `SELECT clock FROM history_writers() WHERE id = (
         SELECT virtualtransaction FROM pg_locks WHERE locktype = 'virtualxid' AND pid = pg_backend_pid() AND granted LIMIT 1)`,
    )
  ).map(({ clock }) => clock);
const clockOf = async (client: Client, scope: string): Promise<number> =>
  (await rowsOf<{ clock: number }>(client, 'SELECT change_clock($1::uuid) AS clock', [scope]))[0]!.clock;

test('a transaction that changes many networks holds few locks, and delays each of these networks', async () => {
  const [reader, writer] = clients as [Client, Client];
  const many = await addNetworks(reader, 80);
  const begunAt = await nowOf(reader);
  await writer.query('BEGIN');
  for (const { id, organizationId } of many)
    await writer.query('INSERT INTO vlans (network_id, organization_id, vlan_number, name) VALUES ($1, $2, 1, $3)', [
      id,
      organizationId,
      'one of many',
    ]);
  await reader.query('SELECT pg_sleep(0.003)');
  expect((await clocksOf(writer)).length).toBe(65);
  const closedDates = new Map<string, Date>();
  for (const network of many) closedDates.set(network.id, await closedOf(reader, network.id));
  const [stranger] = networks as [(typeof networks)[number]];
  const askedAt = await nowOf(reader);
  expect((await closedOf(reader, stranger.id)).getTime()).toBeGreaterThanOrEqual(askedAt.getTime() - 1);
  await writer.query('COMMIT');
  for (const network of many) {
    expect(await stateAt(reader, network, closedDates.get(network.id)!)).toBe('[]');
    expect(await stateAt(reader, network, await nowOf(reader))).toContain('one of many');
  }
  expect(begunAt.getTime()).toBeLessThan((await nowOf(reader)).getTime());
});

describe('every table with a history', () => {
  let world: World;
  let client: Client;
  beforeAll(async () => {
    world = await createWorld({ DATABASE_URL: database.url });
    const { prisma, organizationId, networkId } = world;
    await (await fillOrganization(prisma, organizationId)).fillNetwork(networkId);
    [client] = clients as [Client];
  });
  afterAll(() => world.close());

  const models = Object.values(Prisma.ModelName).filter(isHistoried);

  test('is in this list, with its network or organization', async () => {
    const tables = await rowsOf<{ name: string }>(
      client,
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'history_1_begin' ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(models.map(tableOf).sort());
    for (const model of models)
      expect(
        await rowsOf(
          client,
          'SELECT attnotnull AS "isGiven" FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2',
          [tableOf(model), historyScopeOf(model)],
        ),
      ).toEqual([{ isGiven: true }]);
  });

  test.each(models)(
    '%s: creating, changing and removing a row holds the clock of its network or organization',
    async (model) => {
      const [table, scope] = [`"${tableOf(model)}"`, historyScopeOf(model)];
      const rows = await rowsOf<{ id: string; scope: string }>(
        client,
        `SELECT id, ${scope} AS scope FROM ${table} WHERE ${scope} = ANY($1::uuid[]) ORDER BY created_at DESC, id`,
        [[world.networkId, world.organizationId]],
      );
      const columns = await rowsOf<{ name: string }>(
        client,
        `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [tableOf(model)],
      );
      const names = columns.map(({ name }) => name).join(', ');
      const statementByOperation = {
        // The row exists already, so nothing is inserted. The triggers run nevertheless, because PostgreSQL runs BEFORE
        // INSERT triggers before it looks for a conflict.
        made: `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table} WHERE id = $1 ON CONFLICT (id) DO NOTHING`,
        changed: `UPDATE ${table} SET created_at = created_at - interval '1 second' WHERE id = $1`,
        removed: `DELETE FROM ${table} WHERE id = $1`,
      };
      const proven = new Set<string>();
      for (const [operation, sql] of Object.entries(statementByOperation))
        for (const row of rows) {
          await client.query('BEGIN');
          try {
            expect(await clocksOf(client)).toEqual([]);
            await client.query(sql, [row.id]);
            expect([operation, await clocksOf(client)]).toEqual([
              operation,
              expect.arrayContaining([await clockOf(client, row.scope)]),
            ]);
            proven.add(operation);
          } catch (error) {
            // The row cannot be deleted while other rows refer to it (SQLSTATE 23503), such as the daemon of a host.
            if (operation !== 'removed' || (error as { code?: string }).code !== '23503') throw error;
          } finally {
            await client.query('ROLLBACK');
          }
        }
      expect([...proven]).toEqual(Object.keys(statementByOperation));
      // An update of `updated_at` alone does not count as a change.
      await client.query('BEGIN');
      await client.query(`UPDATE ${table} SET updated_at = updated_at WHERE id = $1`, [rows[0]!.id]);
      expect(await clocksOf(client)).toEqual([]);
      await client.query('ROLLBACK');
    },
  );
});
