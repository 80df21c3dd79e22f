// Tests that the connection pool closes dead connections to PostgreSQL, and that work continues on new connections.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createPrismaClient, directSqlOf } from '../../src/data/client';
import { inTransaction } from '../../src/data/transaction';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { openGate, type DatabaseGate } from './database-gate';
import { eventually } from '../support/eventually';
import { createOwnDatabase } from '../support/own-database';

let gate: DatabaseGate;
let prisma: PrismaClient;
let lostErrors: Error[];

beforeEach(async () => {
  gate = await openGate(process.env.TEST_DATABASE_URL!);
  lostErrors = [];
  prisma = createPrismaClient(gate.url, {
    poolSize: 2,
    // Must be longer than the second or two for which PostgreSQL may not respond on a busy machine.
    silenceSeconds: 3,
    connectTimeoutSeconds: 20,
    onConnectionLost: (error) => lostErrors.push(error),
  });
});
afterEach(async () => {
  await prisma.$disconnect();
  await gate.close();
});

const ask = () => prisma.$queryRaw`SELECT 1 AS one`;
const fillPool = () => Promise.all([1, 2, 3].map(() => prisma.$queryRaw`SELECT pg_sleep(0.05)::text AS slept`));
const untilAnswered = () => eventually(() => ask().catch(() => undefined));

test('statements on a lost connection fail after a timeout instead of hanging', async () => {
  await fillPool();
  gate.forget();
  await expect(Promise.all([ask(), ask()])).rejects.toThrow();
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
});

test('a transaction in progress fails, and its connection is not used again', async () => {
  await fillPool();
  const transaction = inTransaction(prisma, async (tx) => {
    const { query } = directSqlOf(tx);
    await query('SELECT 1 AS one', []);
    gate.forget();
    await query('SELECT 1 AS one', []);
  });
  await expect(transaction).rejects.toThrow();
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3);
});

test('idle connections that break are logged and replaced', async () => {
  await fillPool();
  gate.shut();
  gate.open();
  await eventually(() => Promise.resolve(lostErrors.length > 0));
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
});

test('an idle connection that breaks before the first query does not end the service', async () => {
  await directSqlOf(prisma).query('SELECT 1 AS one', []);
  gate.shut();
  gate.open();
  await eventually(() => Promise.resolve(lostErrors.length > 0));
  expect(lostErrors).toHaveLength(1);
  // The error object is logged, so it must not refer to the client object of pg, which contains the password.
  expect(lostErrors[0]).not.toHaveProperty('client');
  expect(await directSqlOf(prisma).query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
});

test('closing the pool waits until all connections are closed, so that PostgreSQL can be stopped', async () => {
  const name = `closing-${randomUUID()}`;
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.searchParams.set('application_name', name);
  const closing = createPrismaClient(url.href, { poolSize: 5 });
  const connections = async () => {
    const [row] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = ${name}`;
    return row!.count;
  };
  await Promise.all(Array.from({ length: 5 }, () => closing.$queryRaw`SELECT pg_sleep(0.05)::text AS slept`));
  expect(await connections()).toBe(5);
  await closing.$disconnect();
  expect(await connections()).toBe(0);
});

describe('a failover behind the same address', () => {
  const promotedSeconds = 10;
  const openClient = (url: string) => createPrismaClient(url, { poolSize: 5 });
  // A connection to PostgreSQL that does not go through the proxy `gate`.
  let direct: Client;
  beforeAll(async () => {
    direct = new Client({ connectionString: process.env.TEST_DATABASE_URL });
    await direct.connect();
  });
  afterAll(() => direct.end());
  const activeAs = "FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'";
  const countActive = async (application: string) =>
    (await direct.query<{ count: number }>(`SELECT count(*)::int AS count ${activeAs}`, [application])).rows[0]!.count;
  /** Terminates the connections of the application that run a statement, as PostgreSQL does when it shuts down. */
  const endStatements = (application: string) =>
    direct.query(`SELECT pg_terminate_backend(pid, 5000) ${activeAs}`, [application]);
  const sleep = (client: PrismaClient, seconds: number) =>
    directSqlOf(client).query<{ slept: string }>('SELECT pg_sleep($1)::text AS slept', [seconds]);
  const fill = (client: PrismaClient) => Promise.all(Array.from({ length: 5 }, () => sleep(client, 0.05)));
  /** Repeats the work until it succeeds, and returns the number of seconds until then. */
  async function secondsUntil(work: () => Promise<unknown>): Promise<number> {
    const began = performance.now();
    await eventually(() =>
      work().then(
        () => true,
        () => undefined,
      ),
    );
    return (performance.now() - began) / 1_000;
  }

  const works: Readonly<Record<string, (client: PrismaClient) => Promise<unknown>>> = {
    'a statement': (client) => directSqlOf(client).query('SELECT 1 AS one', []),
    'a statement of Prisma': (client) => client.$queryRaw`SELECT 1 AS one`,
    'a transaction': (client) => inTransaction(client, (tx) => directSqlOf(tx).query('SELECT 1 AS one', [])),
  };

  test('if open connections hang: each kind of work works again within ten seconds, and later ones at once', async () => {
    const replicas = await Promise.all(
      Object.entries(works).map(async ([kind, work]) => {
        const name = `promoted-${randomUUID()}`;
        const url = new URL(gate.url);
        url.searchParams.set('application_name', name);
        const client = openClient(url.href);
        await fill(client);
        // Of the five connections in the pool, two run a statement and three are idle.
        const inFlight = [sleep(client, 60), sleep(client, 60)].map((one) =>
          one.catch((error: Error) => error.message),
        );
        await eventually(async () => (await countActive(name)) === 2);
        return { kind, work, name, client, inFlight };
      }),
    );
    gate.forget();
    for (const { name } of replicas) await endStatements(name);
    const seconds = await Promise.all(replicas.map(({ client, work }) => secondsUntil(() => work(client))));
    for (const [at, { kind, work, client, inFlight }] of replicas.entries()) {
      expect([kind, seconds[at]! < promotedSeconds]).toEqual([kind, true]);
      expect(await Promise.all(Array.from({ length: 5 }, () => work(client)))).toHaveLength(5);
      for (const message of await Promise.all(inFlight)) expect(message).toContain('unavailable');
    }
    // Closes the proxy. If it forwarded data again instead, `$disconnect` would wait a minute for dead connections to
    // close.
    gate.shut();
    await Promise.all(replicas.map(({ client }) => client.$disconnect()));
  });

  test('if open connections reach a read-only server, one write is refused, and the next succeeds', async () => {
    const database = await createOwnDatabase();
    await database.query('CREATE TABLE things (id int)');
    // Makes connections that are opened from now on read-only or writable, as after a server was demoted or promoted.
    const readOnly = (is: boolean) =>
      directSqlOf(prisma).execute(
        `ALTER DATABASE ${database.name} SET default_transaction_read_only = ${is ? 'on' : 'off'}`,
        [],
      );
    const client = openClient(database.url);
    const write = () => directSqlOf(client).execute('INSERT INTO things VALUES (1)', []);
    await readOnly(true);
    await fill(client);
    await readOnly(false);
    await expect(write()).rejects.toMatchObject({ trouble: 'read_only' });
    expect(await Promise.all(Array.from({ length: 10 }, write))).toEqual(Array(10).fill(1));
    await client.$disconnect();
    await database.drop();
  });

  test('a long statement without output is not considered lost', async () => {
    const client = openClient(gate.url);
    expect(await Promise.all([sleep(client, 6), sleep(client, 7)])).toEqual([[{ slept: '' }], [{ slept: '' }]]);
    await client.$disconnect();
  });
});
