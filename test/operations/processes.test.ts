// Guarantees of WORKERS: several processes behind one port are one service, also when one of them ends.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openEvents } from '../support/events';
import { eventually } from '../support/eventually';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { addKey, fromNewAddress, kill, register, startReplica, unready, type Account, type Replica } from './replica';

const metricsToken = 'token-of-the-processes-suite';
let database: OwnDatabase;
let replica: Replica;
let account: Account;
let key: string;

beforeAll(async () => {
  database = await createOwnDatabase();
  const settings = { DATABASE_URL: database.url, WORKERS: '2', TRUST_PROXY: '1', METRICS_TOKEN: metricsToken };
  replica = await startReplica(settings);
  account = await register(replica);
  key = (await addKey(replica, account)).key;
});

afterAll(async () => {
  await kill([replica]);
  await database?.drop();
});

/** A request over a connection of its own: the processes take connections in turn. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const written = body && JSON.stringify(body);
  const all = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    request(replica.url + path, { agent: false, method, headers: all }, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode!, headers: answer.headers, text: read }), reject);
    })
      .on('error', reject)
      .end(written);
  });
}

/** Which process wrote the log line of each of these requests. */
const pidsOf = async (ids: readonly string[]): Promise<ReadonlySet<unknown>> =>
  new Set(await Promise.all(ids.map(async (id) => (await replica.requestLine(id)).pid)));

/** What is exact while nothing flows back into a bucket is asked again, from elsewhere, where it took as long as that. */
async function beforeARefill<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const started = performance.now();
    const answer = await work();
    if (performance.now() - started < 1_500) return answer;
  }
}

test('they take requests in turn and count from one bucket', async () => {
  const replies = await beforeARefill(async () => {
    const headers = { ...fromNewAddress(), authorization: '' };
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push(await send('GET', '/api/v1/networks', headers));
    return answers;
  });
  expect(replies.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual([...'987654']);
  const pids = await pidsOf(replies.map(({ headers }) => String(headers['x-request-id'])));
  expect(pids.size).toBe(2);
  expect(pids).not.toContain(replica.pid);
});

const changes = 'subscription($id: UUID!) { inventoryChanges(networkId: $id) { cursor } }';
const listen = (token: string, operationId: string, headers: Record<string, string> = {}) =>
  send(
    'POST',
    '/graphql/stream',
    { 'x-graphql-event-stream-token': token, ...headers },
    {
      query: changes,
      variables: { id: account.networkId },
      extensions: { operationId },
    },
  );

test('a connection of many subscriptions is used through either, by its owner from its address alone', async () => {
  const { text: token } = await send('PUT', '/graphql/stream');
  const events = await openEvents(replica.url, `/graphql/stream?token=${token}`, { key });
  for (const id of ['a', 'b', 'c', 'd']) {
    expect((await listen(token, id)).status).toBe(202);
    expect(await events.next()).toMatchObject({ id, payload: { data: { inventoryChanges: {} } } });
  }
  // What a caller says of being handed on is not believed: the anonymous limit is that of the address itself.
  const remaining = await beforeARefill(async () => {
    const left = [];
    const [one, two] = [fromNewAddress(), fromNewAddress()];
    for (const from of [one, one, two, two]) {
      const refused = await listen(token, 'e', { ...from, authorization: '', 'netloom-remote-address': '192.0.2.9' });
      expect(refused.status).toBe(401);
      left.push(refused.headers['x-ratelimit-remaining']);
    }
    return left;
  });
  expect(remaining).toEqual(['9', '8', '9', '8']);
  for (const made of ['999.secret', '../1.secret', `${token}x`, '1.', '.', ''])
    expect([400, 404]).toContain((await listen(made, 'f')).status);
  events.leave();
});

test('a user has as many streams in all as in one process', async () => {
  const open = [];
  for (let at = 0; at < 10; at += 1) open.push(await send('PUT', '/graphql/stream'));
  expect(open.map(({ status }) => status)).toEqual(Array(10).fill(201));
  // They are on both: the token names the process.
  expect(new Set(open.map(({ text: token }) => token.split('.')[0])).size).toBe(2);
  const refused = await send('PUT', '/graphql/stream');
  expect([refused.status, JSON.parse(refused.text).errors[0].extensions.params]).toEqual([429, { open_streams: 10 }]);
});

const figure = async (pattern: RegExp): Promise<number> => {
  const { text: figures } = await send('GET', '/api/metrics', { authorization: `Bearer ${metricsToken}` });
  return Number(pattern.exec(figures)?.[1] ?? 0);
};
const listed = /^netloom_request_duration_seconds_count\{.*operation="ListVlans".*\} (\d+)/m;

test('the metrics are those of all, whichever answers', async () => {
  for (let at = 0; at < 5; at += 1) await send('GET', '/api/v1/vlans');
  await eventually(async () => (await figure(listed)) >= 5);
  expect(await Promise.all([figure(listed), figure(listed), figure(listed)])).toEqual([5, 5, 5]);
});

test('one that ends is replaced, and what its callers held is free again', async () => {
  const reply = await send('GET', '/api/v1/networks');
  const pid = (await replica.requestLine(String(reply.headers['x-request-id']))).pid as number;
  process.kill(pid, 'SIGKILL');
  await replica.waitFor(/A process ended with SIGKILL: another one is started/);
  // The other one still holds its half of the ten.
  await eventually(async () => (await send('PUT', '/graphql/stream')).status === 201);
  await eventually(async () => {
    const ids = await Promise.all([0, 1, 2, 3].map(() => send('GET', '/api/health')));
    return (await pidsOf(ids.map(({ headers }) => String(headers['x-request-id'])))).size === 2;
  });
});

test('a port that is taken is said once, and nothing stays behind', async () => {
  const port = new URL(replica.url).port;
  const second = unready({ DATABASE_URL: database.url, WORKERS: '2', PORT: port });
  expect(await second.ended).toMatchObject({ code: 1 });
  expect(second.output.match(/Netloom cannot start: Port \d+ on 127\.0\.0\.1 is taken/g)).toHaveLength(1);
});

test('a stop ends all of them', async () => {
  replica.send('SIGTERM');
  expect(await replica.ended).toEqual({ code: 0, signal: null });
  await expect(send('GET', '/api/health')).rejects.toThrow('ECONNREFUSED');
});
