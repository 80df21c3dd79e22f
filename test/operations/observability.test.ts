// Tests the log and the metrics of the service. The log has one structured line for each request, metrics do not grow
// without bound, and neither of them contains a secret.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../support/client';
import { openGate, type DatabaseGate } from './database-gate';
import { eventually } from '../support/eventually';
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
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';

const metricsToken = 'token-of-the-observability-suite';
const redisPassword = 'redis-password-never-logged';
let database: OwnDatabase;
let gate: DatabaseGate;
let replica: Replica;
let account: Account;

beforeAll(async () => {
  database = await createMigratedDatabase();
  gate = await openGate(database.url);
  replica = await startReplica({
    DATABASE_URL: gate.url,
    // No server listens at this address, so the service logs warnings whose context includes the address and the
    // password.
    REDIS_URL: `redis://:${redisPassword}@127.0.0.1:9/`,
    TRUST_PROXY: '1',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'trace',
  });
  account = await register(replica);
});

afterAll(async () => {
  await kill([replica]);
  await gate?.close();
  await database?.drop();
});

const idOf = ({ headers }: Reply) => headers.get('x-request-id')!;
const lineOf = (reply: Reply) => replica.requestLine(idOf(reply));

describe('the log', () => {
  test('each request has one line with id, caller, operation, status and duration', async () => {
    const before = Date.now();
    const reply = await replica.as(account).rest.get('/networks?limit=3');
    expect(await lineOf(reply)).toMatchObject({
      level: 30,
      msg: 'request',
      requestId: idOf(reply),
      method: 'GET',
      path: '/api/v1/networks',
      status: 200,
      operation: 'ListNetworks',
      durationMs: expect.any(Number),
      viewer: { userId: account.userId, via: 'session', credentialId: expect.stringMatching(/^[\da-f-]{36}$/) },
    });
    const line = await lineOf(reply);
    expect(line.durationMs).toBeGreaterThan(0);
    expect(line.durationMs).toBeLessThan(Date.now() - before + 50);
    expect(line.time).toBeGreaterThanOrEqual(before);
    expect(replica.logLines().filter(({ requestId }) => requestId === idOf(reply))).toHaveLength(1);
  });

  test('GraphQL operations and keys are named', async () => {
    const { id, key } = await addKey(replica, account);
    const namedReply = await replica.as({ key }).graphql('query WhoAmI { viewer { userId } }');
    expect(await lineOf(namedReply)).toMatchObject({
      path: '/graphql',
      operation: 'WhoAmI',
      viewer: { userId: account.userId, via: 'userApiKey', credentialId: id },
    });
    expect(await lineOf(await replica.as({ key }).graphql('{ viewer { userId } }'))).toMatchObject({
      operation: 'anonymous',
    });
  });

  test('values chosen by callers are truncated', async () => {
    const reply = await replica.as(account).graphql(`query ${'Long'.repeat(10_000)} { viewer { userId } }`);
    expect(reply.status).toBe(200);
    expect(JSON.stringify(await lineOf(reply)).length).toBeLessThan(1_000);
    const lostReply = await replica.as(account).rest.get(`/${'nowhere'.repeat(1_000)}`);
    expect(JSON.stringify(await lineOf(lostReply)).length).toBeLessThan(1_500);
  });

  test('refused and anonymous requests are logged without a viewer', async () => {
    const reply = await replica.as({}).send('GET', '/api/v1/networks', { headers: fromNewAddress() });
    const line = await lineOf(reply);
    expect([reply.status, line.status, line.viewer]).toEqual([401, 401, undefined]);
  });

  test('the cause of an error is logged with the request id, and not shown to the caller', async () => {
    gate.shut();
    const reply = await replica.as(account).rest.get('/networks');
    gate.open();
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([503, 'service_unavailable', {}]);
    const failure = await eventually(() =>
      Promise.resolve(replica.logLines().find(({ level, requestId }) => level === 50 && requestId === idOf(reply))),
    );
    expect(JSON.stringify(failure.err)).toMatch(/connect|terminated|closed|reset/i);
    await eventually(async () => (await replica.as(account).rest.get('/networks')).status === 200);
  });
});

describe('X-Request-Id', () => {
  const ask = (id: string) => replica.as({}).send('GET', '/api/health', { headers: { 'x-request-id': id } });

  test('a valid id is kept, in the response and in the log', async () => {
    const id = `trace.${randomUUID()}`;
    const reply = await ask(id);
    expect(idOf(reply)).toBe(id);
    expect(await replica.requestLine(id)).toMatchObject({ path: '/api/health', status: 200 });
  });

  test.each(['short', 'x'.repeat(65), '{"level":60}', 'two words', '../../etc', 'ünïcode-identifier'])(
    'the invalid id %j is replaced',
    async (id) => {
      expect(idOf(await ask(id))).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    },
  );
});

test('no secret used during many kinds of requests is in the output', async () => {
  const secrets = new Map<string, string>([
    ['password', password],
    ['metrics token', metricsToken],
    ['Redis password', redisPassword],
  ]);
  const databasePassword = new URL(database.url).password;
  if (databasePassword) secrets.set('database password', databasePassword);
  const secret = (name: string) => {
    const value = `Secret-${name.replace(/\W/g, '-')}-${randomUUID()}`;
    secrets.set(name, value);
    return value;
  };

  const ownAccount = await register(replica);
  secrets.set('session of registering', ownAccount.session);
  secrets.set('session of signing in', sessionToken(await signIn(replica, ownAccount.email)));
  await signIn(replica, ownAccount.email, secret('wrong password'));
  await replica.as({}).send('GET', '/api/metrics', { headers: { authorization: `Bearer ${secret('wrong token')}` } });
  const { id, key } = await addKey(replica, ownAccount);
  const rotatedData = (await replica.as(ownAccount).rest.post(`/auth/keys/${id}/rotate`)).body.data as string;
  secrets
    .set('key', key)
    .set('rotated key', rotatedData)
    .set('unknown key', `nlm_u_${'Ab3'.repeat(10)}Zz`);
  for (const one of [key, rotatedData, secrets.get('unknown key')!]) {
    await replica.as({ key: one }).send('GET', '/api/v1/networks', { headers: fromNewAddress() });
  }
  const expectedText = `Aa1-${secret('new password')}`;
  await replica
    .as(ownAccount)
    .send('POST', '/api/auth/update', { body: { current_password: 'x', new_password: expectedText } });
  const caller = replica.as(ownAccount);
  await caller.rest.get(`/networks?search=${secret('query string')}`);
  await caller.send('GET', `/graphql?query={viewer{userId}}&variables={"a":"${secret('GraphQL query string')}"}`);
  await caller.graphql('query Q($n: String!) { networks(filter: { name: { eq: $n } }) { totalCount } }', {
    n: secret('variable'),
  });
  await caller.graphql(`{ networks(filter: { name: { eq: "${secret('literal')}" } }) { totalCount } }`);
  await caller.graphql(`{ viewer { userId } # ${secret('syntax error')}`);
  await caller.graphql('query Q($n: Int!) { networks(first: $n) { totalCount } }', { n: secret('wrong variable') });
  await caller.send('POST', '/api/v1/vlans', { rawBody: `{"name": "${secret('broken body')}` });
  await caller.rest.post('/vlans', { name: secret('body'), extra: secret('unknown member') });
  await caller.send('GET', '/api/v1/networks', { headers: { 'x-custom': secret('header') } });

  const seenLength = replica.output.length;
  // Closing the proxy cuts off the database, so requests fail unexpectedly. Unexpected failures are logged with their
  // error, which may contain the arguments of the query.
  gate.shut();
  await caller.rest.get(`/networks?search=${secret('query string of a failure')}`);
  await caller.graphql('mutation M($n: String!) { createTag(input: { name: $n, color: Red }) { id } }', {
    n: secret('variable of a failure'),
  });
  await signIn(replica, ownAccount.email, secret('password of a failure'));
  const last = await replica
    .as({ key: rotatedData })
    .graphql(`{ tags(filter: {name: {eq: "${secret('literal of a failure')}"}}) { totalCount } }`);
  gate.open();
  await lineOf(last);
  expect(replica.output.slice(seenLength)).toMatch(/"level":50/);
  expect(replica.output).toMatch(/Redis is away/);
  const leakedNames = [...secrets].filter(([, value]) => replica.output.includes(value)).map(([name]) => name);
  expect(leakedNames).toEqual([]);
  await eventually(async () => (await caller.rest.get('/networks')).status === 200);
});

describe('metrics', () => {
  const scrape = (authorization?: string) =>
    replica.as({}).send('GET', '/api/metrics', { headers: authorization ? { authorization } : {} });
  const series = async () => {
    const { status, body } = await scrape(`Bearer ${metricsToken}`);
    expect(status).toBe(200);
    const lines = (body as string)
      .split('\n')
      .filter((line) => line.startsWith('netloom_request_duration_seconds_count'));
    return new Map(lines.map((line) => [/\{(.*)\}/.exec(line)![1]!, Number(line.split(' ').at(-1))]));
  };

  test('only the metrics token gives access, no other credential', async () => {
    const { key } = await addKey(replica, account);
    for (const givenHeader of [
      undefined,
      'Bearer',
      `Bearer ${metricsToken}x`,
      `Basic ${metricsToken}`,
      `Bearer ${key}`,
    ])
      expect((await scrape(givenHeader)).status).toBe(401);
    const { headers } = await scrape(`Bearer ${metricsToken}`);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('requests are counted by endpoint, operation and status; the process has metrics too', async () => {
    const rest = 'door="rest",operation="GetAllTags",status="200"';
    const graphql = 'door="graphql",operation="graphql",status="200"';
    const before = await series();
    await replica.as(account).rest.get('/tags');
    await replica.as(account).rest.get('/tags');
    await replica.as(account).graphql('{ viewer { userId } }');
    const after = await series();
    expect(after.get(rest)! - (before.get(rest) ?? 0)).toBe(2);
    expect(after.get(graphql)! - (before.get(graphql) ?? 0)).toBe(1);
    const { body } = await scrape(`Bearer ${metricsToken}`);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
      expect(body).toMatch(new RegExp(`^${name}`, 'm'));
  });

  test('names that callers invent add no new series', async () => {
    const caller = replica.as(account);
    const kinds = async (n: number) => {
      await caller.rest.get(`/made-up-${n}`);
      await caller.rest.get(`/networks/${randomUUID()}`);
      await caller.graphql(`query MadeUp${n} { viewer { userId } }`);
      await caller.graphql(`query MadeUp${n} { nothing${n} }`);
      await caller.send('GET', `/made-up-${n}`);
      await caller.send('GET', `/graphql/made-up-${n}`);
    };
    await kinds(0);
    const { size } = await series();
    for (let n = 1; n <= 5; n += 1) await kinds(n);
    expect((await series()).size).toBe(size);
  });
});
