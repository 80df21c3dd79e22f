// Tests that two processes on one database and one Redis behave as one service, also while Redis or the database fails.
import { readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { projectDir } from '../start/child';
import type { Reply } from '../support/client';
import { openGate, type DatabaseGate } from './database-gate';
import { eventually } from '../support/eventually';
import { redisBinary, startRedis, type RedisServer } from '../support/redis-server';
import {
  addKey,
  fromNewAddress,
  kill,
  password,
  register,
  sessionToken,
  signIn,
  startReplica,
  type Account,
  type Replica,
} from './replica';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { requirement } from '../support/requirement';

const { test: testWithRedis } = requirement('redis-server', redisBinary !== undefined);

let database: OwnDatabase;
let gate: DatabaseGate;
let redis: RedisServer | undefined;
let one: Replica;
let two: Replica;

beforeAll(async () => {
  database = await createOwnDatabase();
  gate = await openGate(database.url);
  redis = redisBinary ? await startRedis() : undefined;
  // Replicas trust one proxy hop, so that each test can send an address of its own in `X-Forwarded-For`.
  const settings = { DATABASE_URL: gate.url, TRUST_PROXY: '1', ...(redis && { REDIS_URL: redis.url }) };
  [one, two] = await Promise.all([startReplica(settings), startReplica(settings)]);
});

afterAll(async () => {
  await kill([one, two]);
  await redis?.close();
  await gate?.close();
  await database?.drop();
});

test('two replicas start on an empty database at once, and each migration runs once', async () => {
  const folder = path.join(projectDir, 'prisma', 'migrations');
  const names = readdirSync(folder).filter((name) => /^\d/.test(name));
  const recordedMigrations = await database.query<{ migration_name: string; finished: boolean }>(
    `SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY migration_name`,
  );
  expect(recordedMigrations).toEqual(names.sort().map((name) => ({ migration_name: name, finished: true })));
});

test('a due schedule starts one run, whichever replica finds it first', async () => {
  const { query } = database;
  const [createdRows] = await query<{ id: string }>(`
    WITH organization AS (INSERT INTO organizations (name) VALUES ('Scheduled') RETURNING id),
      network AS (INSERT INTO networks (organization_id, name) SELECT id, 'North' FROM organization RETURNING *),
      host AS (INSERT INTO hosts (network_id, name) SELECT id, 'agent' FROM network RETURNING *),
      daemon AS (
        INSERT INTO daemons (network_id, organization_id, host_id, name, mode, url)
        SELECT network.id, network.organization_id, host.id, 'agent', 'daemon_poll', '' FROM network, host RETURNING *
      )
    INSERT INTO discoveries (network_id, daemon_id, name, discovery_type, run_type, cron_schedule, schedule_enabled, next_run)
    SELECT network_id, id, 'weekly', 'Unified', 'Scheduled', '0 0 0 * * 0', true, now() FROM daemon RETURNING id`);
  const sessions = () =>
    query<{ phase: string }>('SELECT phase FROM discovery_sessions WHERE discovery_id = $1', [createdRows!.id]);
  await eventually(async () => (await sessions()).length > 0);
  expect(await sessions()).toEqual([{ phase: 'Pending' }]);
  const [job] = await query<{ is_ahead: boolean }>(
    'SELECT next_run > now() AS is_ahead FROM discoveries WHERE id = $1',
    [createdRows!.id],
  );
  expect(job!.is_ahead).toBe(true);
});

describe('sessions', () => {
  const me = (replica: Replica, session: string) => replica.as({ session }).send('GET', '/api/auth/me');

  test('a session of one replica works on the other, and ends on both at once', async () => {
    const { email } = await register(one);
    const session = sessionToken(await signIn(one, email));
    expect((await me(two, session)).body.data.email).toBe(email);
    expect((await two.as({ session }).send('POST', '/api/auth/logout')).status).toBe(200);
    expect((await me(one, session)).body.code).toBe('auth_not_authenticated');
  });

  test('a new password set on one replica ends all other sessions on the other', async () => {
    const { email, session } = await register(one);
    const elsewhere = sessionToken(await signIn(two, email));
    const expectedText = 'Battery staple 2';
    const changedReply = await one
      .as({ session })
      .send('POST', '/api/auth/update', { body: { current_password: password, new_password: expectedText } });
    expect((await me(two, elsewhere)).body.code).toBe('auth_session_expired');
    expect((await me(two, session)).status).toBe(401);
    expect((await me(two, sessionToken(changedReply))).status).toBe(200);
    expect((await signIn(two, email)).body.code).toBe('auth_invalid_credentials');
    expect((await signIn(two, email, expectedText)).status).toBe(200);
  });

  test('five wrong passwords, spread over both replicas, lock the e-mail address on both', async () => {
    const { email } = await register(one);
    const wrong: number[] = [];
    for (const replica of [one, two, one, two, one])
      wrong.push((await signIn(replica, email, 'Not this one 1')).status);
    expect(wrong).toEqual([401, 401, 401, 401, 401]);
    for (const replica of [two, one]) {
      const lockedReply = await signIn(replica, email);
      expect(lockedReply.body.code).toBe('auth_login_locked');
      expect(Number(lockedReply.headers.get('retry-after'))).toBeGreaterThan(800);
    }
  });

  test('of ten simultaneous wrong passwords on both replicas, five are checked', async () => {
    const { email } = await register(one);
    for (const address of [email, `nobody-${email}`]) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, n) => signIn([one, two][n % 2]!, address, 'Not this one 1')),
      );
      const codes = replies.map(({ body }) => body.code as string).sort();
      expect(codes).toEqual([
        ...Array<string>(5).fill('auth_invalid_credentials'),
        ...Array<string>(5).fill('auth_login_locked'),
      ]);
    }
  });
});

describe('API keys: what one replica changes holds for the next request to the other', () => {
  let account: Account;
  let owner: ReturnType<Replica['as']>;
  beforeEach(async () => {
    account = await register(one);
    owner = one.as(account);
  });

  test('a key is disabled', async () => {
    const { id, key } = await addKey(one, account);
    expect((await two.as({ key }).rest.get('/networks')).status).toBe(200);
    await owner.rest.put(`/auth/keys/${id}`, { name: 'key', tags: [], is_enabled: false });
    expect((await two.as({ key }).rest.get('/networks')).body.code).toBe('entity_disabled');
  });

  test('a key is rotated', async () => {
    const { id, key } = await addKey(one, account);
    expect((await two.as({ key }).rest.get('/networks')).status).toBe(200);
    const fresh = (await owner.rest.post(`/auth/keys/${id}/rotate`)).body.data as string;
    expect((await two.as({ key }).rest.get('/networks')).body.code).toBe('auth_not_authenticated');
    expect((await two.as({ key: fresh }).rest.get('/networks')).status).toBe(200);
  });

  test('a key loses networks and rank', async () => {
    const { organizationId: organization_id, networkId } = account;
    const other = (await owner.rest.post('/networks', { name: 'Other', organization_id })).body.data.id as string;
    const { id, key } = await addKey(one, account, [networkId, other]);
    const readNetworks = async () =>
      (await two.as({ key }).rest.get('/networks')).body.data.map((network: { id: string }) => network.id).sort();
    expect(await readNetworks()).toEqual([networkId, other].sort());
    await owner.rest.put(`/auth/keys/${id}`, {
      name: 'key',
      tags: [],
      permissions: 'Viewer',
      network_ids: [networkId],
    });
    expect(await readNetworks()).toEqual([networkId]);
    const vlan = { name: 'Users', vlan_number: 10, network_id: networkId, organization_id };
    expect((await two.as({ key }).rest.post('/vlans', vlan)).body.code).toBe('auth_permission_denied');
  });

  test('API access of the whole organization is turned off', async () => {
    const { key } = await addKey(one, account);
    const access = (enabled: boolean) =>
      owner.rest.put(`/organizations/${account.organizationId}/api-access`, { api_access_enabled: enabled });
    await access(false);
    expect((await two.as({ key }).rest.get('/networks')).status).toBe(403);
    expect((await two.as({ key }).refusal('{ viewer { userId } }')).code).toBe('auth_api_access_disabled');
    await access(true);
    expect((await two.as({ key }).rest.get('/networks')).status).toBe(200);
  });
});

describe('rate limits', () => {
  const ask = (replica: Replica, session: string) => replica.as({ session }).rest.get('/networks');
  const query = (replica: Replica, session: string) => replica.as({ session }).graphql('{ viewer { userId } }');
  const remainingOf = ({ headers }: Reply) => Number(headers.get('x-ratelimit-remaining'));

  /**
   * The number of concurrent requests. With more, a replica on a slow machine reads responses of Redis too late and
   * treats Redis as unavailable.
   */
  const atOnce = 20;

  /**
   * Sends many concurrent requests to the replicas over REST and GraphQL. Returns the replies with status 200 and the
   * number of full seconds that sending took.
   */
  async function burst(count: number, session: string, replicas: readonly Replica[] = [one, two]) {
    const startedAt = Date.now();
    const replies: Reply[] = [];
    while (replies.length < count) {
      const someReplies = Array.from({ length: Math.min(atOnce, count - replies.length) }, (_, n) => n);
      replies.push(
        ...(await Promise.all(
          someReplies.map((n) => (n % 4 < 2 ? ask : query)(replicas[n % replicas.length]!, session)),
        )),
      );
    }
    const passedReplies = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(count - passedReplies.length);
    // On a busy machine, sending takes seconds. For each full second, the rate limit allows five more requests.
    return { passed: passedReplies, seconds: Math.floor((Date.now() - startedAt) / 1000) };
  }

  function expectBurst({ passed, seconds }: { passed: Reply[]; seconds: number }, allowedCount: number): void {
    expect(passed.length).toBeGreaterThanOrEqual(allowedCount);
    expect(passed.length).toBeLessThanOrEqual(allowedCount + 5 * seconds);
  }

  /**
   * Sends bursts of ten requests until one of a burst is refused, so that no tokens of the rate limit remain. Resolves
   * with the times at which this burst began and ended.
   */
  const drain = (session: string) =>
    eventually(async () => {
      const startedAt = Date.now();
      const { passed } = await burst(10, session);
      return passed.length < 10 ? { sent: startedAt, answered: Date.now() } : undefined;
    });

  /**
   * Repeats the work with a new account until the work takes less than a second. After a second, the rate limit refills
   * tokens, and counts are no longer exact.
   */
  async function beforeARefill<T>(work: (account: Account) => Promise<T>): Promise<T> {
    for (;;) {
      const account = await register(one);
      const startedAt = Date.now();
      const answer = await work(account);
      if (Date.now() - startedAt < 1_000) return answer;
    }
  }

  const untilBothSay = (pattern: RegExp, seenCounts: readonly number[]) =>
    eventually(() =>
      Promise.resolve([one, two].every(({ output }, index) => pattern.test(output.slice(seenCounts[index])))),
    );
  const untilRedisIs = (state: 'answers' | 'is away', seenCounts = [0, 0]) =>
    untilBothSay(new RegExp(`Redis ${state}`), seenCounts);
  const seenSoFar = () => [one.output.length, two.output.length];

  testWithRedis(
    'of 200 requests in a burst over both replicas and both doors 150 pass, then five a second',
    async () => {
      await untilRedisIs('answers');
      // The first requests of a process load code, which would slow down the measured burst. A warm-up with another
      // account avoids that.
      const warmUp = await register(one);
      await burst(20, warmUp.session);
      const { session } = await register(one);
      const first = await burst(200, session);
      expectBurst(first, 150);
      expect(new Set(first.passed.map(remainingOf)).size).toBeGreaterThanOrEqual(Math.min(150, first.passed.length));
      const { sent, answered } = await drain(session);
      await eventually(async () => Date.now() - answered >= 3_000);
      const { passed } = await burst(40, session);
      // The rate limit refills five tokens a second. At least three seconds have passed since the last burst.
      expect(passed.length).toBeGreaterThanOrEqual(15);
      expect(passed.length).toBeLessThanOrEqual(5 * (Math.floor((Date.now() - sent) / 1_000) + 1));
    },
  );

  testWithRedis('a costly GraphQL query here is paid for there', async () => {
    const nestedQuery = '{ networks(first: 100) { nodes { hosts(first: 500) { nodes { id } } } } }';
    const { tokens, remaining } = await beforeARefill(async ({ session }) => {
      const paidReply = await one.as({ session }).graphql(nestedQuery, {}, { 'x-graphql-cost': '1' });
      expect([paidReply.status, paidReply.body.errors]).toEqual([200, undefined]);
      const cost = paidReply.body.extensions.cost as { tokens: number };
      return { tokens: cost.tokens, remaining: remainingOf(await ask(two, session)) };
    });
    expect(tokens).toBeGreaterThan(5);
    expect(remaining).toBe(149 - tokens);
  });

  testWithRedis('anonymous callers share by address', async () => {
    const headers = fromNewAddress();
    const startedAt = Date.now();
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => [one, two][n % 2]!.as({}).send('GET', '/api/version', { headers })),
    );
    const passedCount = replies.filter(({ status }) => status === 200).length;
    expect(passedCount).toBeGreaterThanOrEqual(10);
    // The limit refills while the requests are sent: one more request may pass every 1.5 seconds.
    expect(passedCount).toBeLessThanOrEqual(Math.max(12, 10 + Math.floor((Date.now() - startedAt) / 1_500)));
  });

  testWithRedis(
    'without Redis each replica goes on with limits of its own, and shares again when it is back',
    async () => {
      const { session } = await register(one);
      const beforeKill = seenSoFar();
      await redis!.kill();
      await untilRedisIs('is away', beforeKill);
      for (const replica of [one, two]) expectBurst(await burst(200, session, [replica]), 150);
      const beforeStart = seenSoFar();
      await redis!.start();
      await untilRedisIs('answers', beforeStart);
      const remainingCounts = await beforeARefill(async (account) => [
        remainingOf(await ask(one, account.session)),
        remainingOf(await ask(two, account.session)),
      ]);
      expect(remainingCounts).toEqual([149, 148]);
    },
  );
});

describe('health', () => {
  const health = async (replica: Replica) => {
    const { status, body } = await replica.as({}).send('GET', '/api/health');
    return { status, database: body.data.database as string };
  };
  const untilHealthIs = (status: number) =>
    Promise.all(
      [one, two].map((replica) =>
        eventually(async () => {
          const answer = await health(replica);
          return answer.status === status ? answer : undefined;
        }),
      ),
    );

  // A replica whose database connections all wait cannot distinguish a frozen database from a busy one, and may report
  // either state.
  test.each([
    ['shut', ['unreachable']],
    ['freeze', ['unreachable', 'waiting']],
  ] as const)('an unavailable database is reported (%s), and so is its return', async (how, states) => {
    const account = await register(one);
    gate[how]();
    for (const answer of await untilHealthIs(503)) expect(states).toContain(answer.database);
    gate.open();
    for (const answer of await untilHealthIs(200)) expect(answer.database).toBe('ok');
    for (const replica of [one, two]) expect((await replica.as(account).rest.get('/networks')).status).toBe(200);
  });
});

test('SIGTERM finishes the running stream and refuses new requests, while the other replica continues', async () => {
  const account = await register(two);
  const count = 10_000;
  // Creates more data than socket buffers hold, so that the response is still being sent when the replica receives
  // SIGTERM.
  await database.query(
    `INSERT INTO tags (organization_id, name, description)
     SELECT $1, 'tag ' || n, repeat('long ', 250) FROM generate_series(1, $2::int) AS n`,
    [account.organizationId, count],
  );
  const loggedBefore = one.logLines().length;
  const headers = { cookie: `session_id=${account.session}` };
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${one.url}/api/v1/tags?limit=0`, { headers }, resolve).once('error', reject);
  });
  one.send('SIGTERM');
  await one.waitFor(/Stopping: finishing the requests in flight/);
  await eventually(() =>
    fetch(`${one.url}/api/health`).then(
      () => undefined,
      () => true,
    ),
  );
  expect((await two.as(account).rest.get('/tags?limit=1')).body.meta.pagination.total_count).toBe(count);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const { success, data } = JSON.parse(Buffer.concat(chunks).toString()) as { success: boolean; data: unknown[] };
  expect([success, data.length]).toEqual([true, count]);
  expect(await one.ended).toEqual({ code: 0, signal: null });
  // A replica that closes its own connection to Redis must not log a lost connection. Timeouts of Redis on a busy
  // machine are not counted.
  const warnings = one
    .logLines()
    .slice(loggedBefore)
    .filter(({ level }) => level >= 40);
  expect(warnings.filter(({ reason }) => reason !== 'Command timed out')).toEqual([]);
  expect((await two.as({}).send('GET', '/api/health')).status).toBe(200);
});
