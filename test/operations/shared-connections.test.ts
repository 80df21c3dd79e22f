// Tests the service while its database connections are the bottleneck: no caller blocks the others, and callers get
// status 503 with the time after which to retry.
import { connect as connectSocket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { atOneMoment, createPrismaClient, directSqlOf } from '../../src/data/client';
import { inTransaction } from '../../src/data/transaction';
import { currentCaller, runForCaller, whileHolding } from '../../src/platform/postgres/connection-shares';
import { withoutStatementTimeout } from '../../src/platform/postgres/time-limits';
import { type DatabaseUnavailable, toPublicError } from '../../src/errors';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { createPoll } from '../../src/data/tenancy/poll';
import { eventually } from '../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { createWorld, type Caller, type DaemonCaller, type World } from '../support/world';
import { openGate, type DatabaseGate } from './database-gate';

const url = () => process.env.TEST_DATABASE_URL!;
const person = (key: string) => ({ key, kind: 'person' as const });
const daemon = (key: string) => ({ key, kind: 'daemon' as const });

describe('the pool', () => {
  let prisma: PrismaClient;
  let name: string;
  let holder: Client;
  const open = (poolSize: number, connectTimeoutSeconds = 10) => {
    name = `shares-${randomUUID()}`;
    const ownUrl = new URL(url());
    ownUrl.searchParams.set('application_name', name);
    prisma = createPrismaClient(ownUrl.href, { poolSize, connectTimeoutSeconds, refusesSecondConnection: true });
    return directSqlOf(prisma);
  };
  beforeEach(async () => {
    holder = new Client({ connectionString: url() });
    await holder.connect();
    await holder.query(`SELECT pg_advisory_lock(${lock})`);
  });
  afterEach(async () => {
    await holder.end();
    await prisma.$disconnect();
  });

  const sleep = (seconds: number) => directSqlOf(prisma).query(`SELECT pg_sleep(${seconds})::text`, []);
  // The key of an advisory lock that no other process uses, because the key contains the id of this process.
  const lock = 7_000_000_000 + process.pid;
  /**
   * Starts a statement that waits for the advisory lock until the test calls `letGo`. All such statements run at the
   * same time, also on a slow machine.
   */
  const hold = () => directSqlOf(prisma).query(`SELECT pg_advisory_xact_lock_shared(${lock})::text`, []);
  const letGo = () => holder.query(`SELECT pg_advisory_unlock(${lock})`);
  const busy = async () => {
    const { rows } = await holder.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = $1 AND query LIKE '%pg_advisory_xact_lock_shared%' AND state = 'active'`,
      [name],
    );
    return rows[0]!.count;
  };

  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [10, 5],
  ])('of %i connections one caller gets %i, while another caller is answered', async (size, most) => {
    const { query } = open(size);
    const greedy = Array.from({ length: most * 3 }, () => runForCaller(person('greedy'), hold));
    await eventually(async () => (await busy()) === most);
    if (size > 1) {
      expect(await runForCaller(person('innocent'), () => query('SELECT 1 AS one', []))).toEqual([{ one: 1 }]);
      expect(await busy()).toBe(most);
    }
    await letGo();
    expect(await Promise.all(greedy)).toHaveLength(most * 3);
  });

  test('one connection is reserved for daemons, and they cannot use all others', async () => {
    const { query } = open(10);
    const people = Array.from({ length: 40 }, (_, n) => runForCaller(person(`person ${n % 8}`), hold));
    await eventually(async () => (await busy()) === 8);
    expect(await runForCaller(daemon('one'), () => query('SELECT 1 AS one', []))).toEqual([{ one: 1 }]);
    await letGo();
    await Promise.all(people);
    await holder.query(`SELECT pg_advisory_lock(${lock})`);
    const daemons = Array.from({ length: 20 }, (_, n) => runForCaller(daemon(`daemon ${n}`), hold));
    await eventually(async () => (await busy()) === 5);
    expect(await runForCaller(person('one'), () => query('SELECT 1 AS one', []))).toEqual([{ one: 1 }]);
    await letGo();
    await Promise.all(daemons);
  });

  test('waiting too long is reported as such, also to transactions', async () => {
    open(2, 2);
    const heldQuery = runForCaller(person('a'), hold);
    const late = runForCaller(person('a'), () => sleep(0)).catch((error: unknown) => error);
    const begunTransaction = runForCaller(person('a'), () =>
      inTransaction(prisma, (tx) => directSqlOf(tx).query('SELECT 1 AS one', [])),
    ).catch((error: unknown) => error);
    for (const error of [await late, await begunTransaction])
      expect([toPublicError(error).code, (error as DatabaseUnavailable).trouble]).toEqual([
        'service_unavailable',
        'waiting',
      ]);
    await letGo();
    await heldQuery;
    expect(await runForCaller(person('a'), () => sleep(0))).toHaveLength(1);
  });

  test('a transaction cannot get a second connection', async () => {
    open(4);
    const second = runForCaller(person('a'), () =>
      inTransaction(prisma, async () => await prisma.$queryRaw`SELECT 1 AS one`),
    );
    await expect(second).rejects.toThrow('second connection');
    await expect(
      runForCaller(person('a'), () => whileHolding(() => directSqlOf(prisma).query('SELECT 1', []))),
    ).rejects.toThrow('second connection');
  });

  test('statements of requests are ended after 15 s, and no others', async () => {
    const { query } = open(2);
    const limit = `SELECT current_setting('statement_timeout') AS told`;
    expect(await query(limit, [])).toEqual([{ told: '15s' }]);
    expect(await prisma.$queryRawUnsafe(limit)).toEqual([{ told: '15s' }]);
    expect(await withoutStatementTimeout(async () => await prisma.$queryRawUnsafe(limit))).toEqual([{ told: '0' }]);
    expect(
      await withoutStatementTimeout(() => inTransaction(prisma, (tx) => directSqlOf(tx).query(limit, []))),
    ).toEqual([{ told: '0' }]);
    expect(await query(limit, [])).toEqual([{ told: '15s' }]);
    const cut = query(`SELECT set_config('statement_timeout', '50', false), pg_sleep(0)::text`, []).then(() =>
      sleep(5),
    );
    expect(toPublicError(await cut.catch((error: unknown) => error))).toMatchObject({
      ...{ code: 'service_unavailable', params: { reason: 'statement_cancelled' } },
      message: expect.stringContaining('took too long'),
    });
  });

  test.each(['between two statements', 'under a statement'])(
    'a backend terminated %s of a read of one instant fails that read only',
    async (when) => {
      open(2);
      const terminate = () =>
        holder.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1', [
          name,
        ]);
      const read = atOneMoment(prisma, async (moment) => {
        const { query } = directSqlOf(moment);
        await query('SELECT 1 AS one', []);
        const goesOn = when === 'under a statement' ? query('SELECT pg_sleep(60)::text', []) : undefined;
        goesOn?.catch(() => undefined);
        await terminate();
        await goesOn;
        return query('SELECT 1 AS one', []);
      });
      expect(await read.catch((error: DatabaseUnavailable) => error.trouble)).toBe('unreachable');
      expect(await directSqlOf(prisma).query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    },
  );

  test('failures of the connection are distinguished from errors of the statement', async () => {
    open(2);
    const codes = {
      '53100': 'full',
      '57P01': 'unreachable',
      '08006': 'unreachable',
      '53300': 'waiting',
      '25006': 'read_only',
    };
    const raiseSql = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END $$`;
    for (const [code, trouble] of Object.entries(codes))
      for (const sentValue of [
        directSqlOf(prisma).query(raiseSql(code), []),
        prisma.$executeRawUnsafe(raiseSql(code)),
        inTransaction(prisma, (tx) => directSqlOf(tx).execute(raiseSql(code), [])),
      ])
        expect(await sentValue.catch((error: DatabaseUnavailable) => error.trouble)).toBe(trouble);
    for (const code of ['22012', '23505', 'P0001'])
      expect(toPublicError(await prisma.$executeRawUnsafe(raiseSql(code)).catch((error: unknown) => error)).code).toBe(
        'internal_error',
      );
  });
});

test('a shared subscription query does not run on the account of its first listener', async () => {
  const askedFor: unknown[] = [];
  const poll = createPoll({
    read: () => {
      askedFor.push(currentCaller());
      return Promise.resolve([]);
    },
    onError: () => undefined,
  });
  const leave = await runForCaller(person('first'), () =>
    poll.listen({ networkIds: () => ['one'], onChange: () => undefined }),
  );
  leave();
  expect(askedFor[0]).toBeUndefined();
  expect(askedFor.length).toBeGreaterThan(0);
});

describe('GraphQL and REST', () => {
  let database: OwnDatabase;
  let gate: DatabaseGate;
  let world: World;
  let other: Caller;
  let poller: DaemonCaller;
  beforeAll(async () => {
    // The suite locks a table and terminates database backends. A database of its own keeps other suites unaffected.
    database = await createMigratedDatabase();
    gate = await openGate(database.url);
    world = await createWorld({ DATABASE_URL: gate.url, LOG_LEVEL: 'silent' });
    other = await world.addUser('Member');
    poller = await world.addDaemon();
  });
  afterAll(async () => {
    gate?.open();
    await world?.close();
    await gate?.close();
    await database?.drop();
  });

  const rest = () => world.key.rest.get('/hosts?limit=5');
  const graphql = () =>
    world.key.send('POST', '/graphql', { body: { query: '{ hosts(first: 5) { totalCount nodes { id } } }' } });
  /**
   * Sends a request as a daemon over TCP. Returns all bytes of the response; none if the service closes the connection.
   */
  const asDaemon = (): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(world.url);
      const { key, daemonId } = poller.credential as { key: string; daemonId: string };
      const socket = connectSocket(Number(port), hostname);
      let receivedText = '';
      socket.on('data', (chunk: Buffer) => (receivedText += chunk.toString()));
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(receivedText));
      socket.write(
        `GET /api/v1/subnets HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nX-Daemon-ID: ${daemonId}\r\n\r\n`,
      );
    });
  const expectUnavailable = async () => {
    for (const reply of [await rest(), await graphql()]) {
      const code = reply.body.code ?? reply.body.errors?.[0]?.extensions?.code;
      expect([reply.status, code, reply.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
    }
    expect(await asDaemon()).toBe('');
  };
  const health = async () => {
    const { status, body } = await world.anonymous.send('GET', '/api/health');
    return [status, body.data.database];
  };

  test('without a database both answer 503, close daemon calls, and work again afterwards', async () => {
    expect(await asDaemon()).toMatch(/^HTTP\/1\.1 200/);
    gate.shut();
    await expectUnavailable();
    expect(await health()).toEqual([503, 'unreachable']);
    gate.open();
    await eventually(async () => (await rest()).status === 200);
    expect(await health()).toEqual([200, 'ok']);
  });

  // PostgreSQL reports the same error for `pg_cancel_backend` as for an exceeded `statement_timeout`.
  test.each([
    ['pg_terminate_backend', {}],
    ['pg_cancel_backend', { reason: 'statement_cancelled' }],
  ])('both answer 503 after %s during a request', async (end, params) => {
    const others = [
      new Client({ connectionString: database.url }),
      new Client({ connectionString: database.url }),
    ] as const;
    const [holder, killer] = others;
    await Promise.all(others.map((one) => one.connect()));
    try {
      await holder.query('BEGIN; LOCK TABLE hosts IN ACCESS EXCLUSIVE MODE');
      const requests = [rest(), graphql()];
      const replies = Promise.all(requests);
      let isOver = false;
      void replies.finally(() => (isOver = true));
      // In this database only the backends of the two requests wait for a lock, so the text of their statements need
      // not be compared.
      const kill = `SELECT ${end}(pid) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await eventually(async () => {
        await killer.query(kill);
        return isOver;
      });
      for (const reply of await replies) {
        const { body } = reply;
        const refusal = body.code ? body : body.errors?.[0]?.extensions;
        expect([reply.status, refusal.code, refusal.params]).toEqual([503, 'service_unavailable', params]);
        expect(reply.headers.get('retry-after')).toBe('5');
      }
    } finally {
      await Promise.all(others.map((one) => one.end()));
    }
  });

  test('a caller with too many simultaneous requests delays only itself', async () => {
    const aliases = Array.from({ length: 99 }, (_, n) => `a${n}: hosts(first: 1000) { totalCount nodes { id name } }`);
    const query = `{ ${aliases.join(' ')} }`;
    const greedy = Array.from({ length: 4 }, () => world.key.send('POST', '/graphql', { body: { query } }));
    const times = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const startedAt = Date.now();
        expect((await other.rest.get('/hosts?limit=5')).status).toBe(200);
        return Date.now() - startedAt;
      }),
    );
    expect(Math.max(...times)).toBeLessThan(8_000);
    await Promise.all(greedy);
  });
});
