// Tests subscriptions over one event stream (the single-connection mode of graphql-sse): who may connect, which
// operations run, and which limits apply.
import { createClient } from 'graphql-sse';
import { eventually } from '../support/eventually';
import { openEvents, type Events } from '../support/events';
import type { Credential } from '../support/client';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
const openedEvents: Events[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => {
  for (const one of openedEvents.splice(0)) one.leave();
});
afterAll(() => world.close());

const changes = `subscription($networkId: UUID!) { inventoryChanges(networkId: $networkId) { cursor changes { name } } }`;
const path = '/graphql/stream';
const headersOf = ({ session, key }: Credential): Record<string, string> => ({
  ...(session && { cookie: `session_id=${session}` }),
  ...(key && { authorization: `Bearer ${key}` }),
});
interface RequestOptions {
  readonly token?: string;
  readonly body?: object;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly url?: string;
}
async function send(method: string, { credential }: { credential: Credential }, requestOptions: RequestOptions = {}) {
  const { token, body, query = '', headers, url = world.url } = requestOptions;
  const response = await fetch(`${url}${path}${query}`, {
    method,
    headers: {
      ...headersOf(credential),
      ...(token && { 'x-graphql-event-stream-token': token }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, code: /"code":"(\w+)"/.exec(text)?.[1] };
}
async function reserveConnection(caller: { credential: Credential }): Promise<string> {
  const { status, text } = await send('PUT', caller);
  expect(status).toBe(201);
  return text;
}
async function openConnection(caller: Caller): Promise<{ token: string; events: Events }> {
  const token = await reserveConnection(caller);
  const events = await openEvents(world.url, `${path}?token=${token}`, caller.credential);
  openedEvents.push(events);
  return { token, events };
}
const subscribe = (caller: Caller, token: string, id: unknown = '1', more: object = {}) =>
  send('POST', caller, {
    token,
    body: { query: changes, variables: { networkId: world.networkId }, extensions: { operationId: id }, ...more },
  });
interface Message {
  readonly id: string;
  readonly payload?: { readonly data?: { readonly inventoryChanges: { readonly changes: { name: string }[] } } };
}
const next = async ({ events }: { events: Events }) => (await events.next()) as Message;
const addHost = (name: string) => world.prisma.host.create({ data: { networkId: world.networkId, name } });

test('graphql-sse follows two networks over one connection, and ends one of the two subscriptions', async () => {
  const { key } = world.key.credential;
  const client = createClient({
    url: `${world.url}${path}`,
    singleConnection: true,
    headers: { Authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
  const follow = (networkId: string) => client.iterate({ query: changes, variables: { networkId } });
  const [hereEvents, thereEvents] = [follow(world.networkId), follow(world.otherNetworkId)];
  for (const one of [hereEvents, thereEvents])
    expect((await one.next()).value).toMatchObject({ data: { inventoryChanges: { changes: [] } } });
  await addHost('here');
  expect(JSON.stringify(await hereEvents.next())).toContain('here');
  await hereEvents.return!();
  await world.prisma.host.create({ data: { networkId: world.otherNetworkId, name: 'there' } });
  expect(JSON.stringify(await thereEvents.next())).toContain('there');
  await thereEvents.return!();
  client.dispose();
});

test('a session follows changes; a subscription ended by its id sends nothing more, and the id can be used again', async () => {
  const stream = await openConnection(world.viewer);
  expect((await subscribe(world.viewer, stream.token, 'a')).status).toBe(202);
  expect((await next(stream)).id).toBe('a');
  expect((await subscribe(world.viewer, stream.token, 'b')).status).toBe(202);
  expect((await next(stream)).id).toBe('b');
  expect((await send('DELETE', world.viewer, { token: stream.token, query: '?operationId=a' })).status).toBe(200);
  await addHost('after that');
  expect(await next(stream)).toMatchObject({
    id: 'b',
    payload: { data: { inventoryChanges: { changes: [{ name: 'after that' }] } } },
  });
  expect((await subscribe(world.viewer, stream.token, 'a')).status).toBe(202);
  expect(await next(stream)).toMatchObject({ id: 'a', payload: { data: { inventoryChanges: { changes: [] } } } });
});

test('events of a subscription that began before the connection was open are sent when it is', async () => {
  const token = await reserveConnection(world.key);
  expect((await subscribe(world.key, token)).status).toBe(202);
  const events = await openEvents(world.url, `${path}?token=${token}`, world.key.credential);
  openedEvents.push(events);
  expect(await events.next()).toMatchObject({ id: '1', payload: { data: {} } });
});

test('a refused subscription sends its reason on the connection, and the others continue', async () => {
  const stream = await openConnection(world.key);
  await subscribe(world.key, stream.token, 'good');
  await next(stream);
  const variables = { networkId: world.strangerNetworkId };
  expect((await subscribe(world.key, stream.token, 'bad', { variables })).status).toBe(202);
  const refusal = JSON.stringify(await next(stream));
  expect(refusal).toContain('entity_access_denied');
  expect(refusal).not.toContain('"http"');
  expect(await next(stream)).toEqual({ id: 'bad' });
  await addHost('goes on');
  expect((await next(stream)).id).toBe('good');
});

test('subscriptions end with the reason when their key is disabled', async () => {
  const owner = await world.addUser('Member');
  const key = await world.addKey(owner, { permissions: 'Viewer' });
  const stream = await openConnection(key);
  await subscribe(key, stream.token);
  await next(stream);
  await world.prisma.userApiKey.updateMany({ where: { userId: owner.userId }, data: { isEnabled: false } });
  await addHost('a secret');
  expect(JSON.stringify(await next(stream))).toContain('entity_disabled');
  expect(await next(stream)).toEqual({ id: '1' });
  expect((await subscribe(key, stream.token, '2')).code).toBe('entity_disabled');
});

describe('is refused', () => {
  test('without a credential, for a daemon, and from a page of another site', async () => {
    expect(await send('PUT', { credential: {} })).toMatchObject({ status: 401, code: 'auth_not_authenticated' });
    const daemon = await world.addDaemon();
    const headers = { 'x-daemon-id': daemon.daemonId };
    expect(await send('PUT', daemon, { headers })).toMatchObject({ status: 403, code: 'auth_user_context_required' });
    const elsewhere = { headers: { origin: 'https://elsewhere.example' } };
    expect(await send('PUT', world.viewer, elsewhere)).toMatchObject({ status: 403, code: 'auth_origin_not_allowed' });
  });

  test('for another caller, another credential of the same user, and an unknown token', async () => {
    const { token } = await openConnection(world.owner);
    for (const caller of [world.key, world.viewer, world.stranger]) {
      const endedReply = await send('DELETE', caller, { token, query: '?operationId=1' });
      const answers = [await subscribe(caller, token), endedReply];
      const read = await openEvents(world.url, `${path}?token=${token}`, caller.credential);
      expect([read.status, ...answers.map(({ code }) => code)]).toEqual([404, 'entity_not_found', 'entity_not_found']);
    }
    expect((await subscribe(world.owner, 'x'.repeat(43))).code).toBe('entity_not_found');
    expect((await subscribe(world.owner, '')).code).toBe('validation_required');
    const second = await openEvents(world.url, `${path}?token=${token}`, world.owner.credential);
    expect(second.status).toBe(409);
  });

  const documents: [string, object, number, string][] = [
    ['a query', { query: '{ hosts { totalCount } }' }, 400, 'validation_invalid_format'],
    ['a mutation', { query: 'mutation { deleteHosts(ids: []) { count } }' }, 400, 'validation_invalid_format'],
    ['no document', { query: 'subscription {' }, 400, 'validation_invalid_format'],
    ['a document that is none', { query: 7 }, 400, 'validation_invalid_format'],
    ['nothing', { query: null }, 400, 'validation_required'],
    ['a field that is not there', { query: 'subscription { nothing }' }, 400, 'validation_invalid_format'],
    ['a long document', { query: `subscription { ${' '.repeat(100_001)} }` }, 400, 'validation_max_length'],
    ['variables that are none', { variables: [1] }, 400, 'validation_invalid_format'],
    ['an operation name that is none', { operationName: 5 }, 400, 'validation_invalid_format'],
    ['no id', { extensions: {} }, 400, 'validation_required'],
    ['extensions that are none', { extensions: [] }, 400, 'validation_required'],
    ['a long id', { extensions: { operationId: 'x'.repeat(101) } }, 400, 'validation_max_length'],
    ['an id that is no text', { extensions: { operationId: {} } }, 400, 'validation_required'],
  ];
  test('for documents with errors, each with its code, and the connection continues', async () => {
    const stream = await openConnection(world.key);
    for (const [caseName, more, status, code] of documents) {
      const answer = await subscribe(world.key, stream.token, 'same', more);
      expect([caseName, answer.status, answer.code]).toEqual([caseName, status, code]);
    }
    expect((await subscribe(world.key, stream.token, '__proto__')).status).toBe(202);
    expect((await next(stream)).id).toBe('__proto__');
    expect((await subscribe(world.key, stream.token, '__proto__')).code).toBe('entity_already_exists');
  });

  test('for a document that is too expensive, on the connection', async () => {
    const stream = await openConnection(world.key);
    const aliases = Array.from({ length: 101 }, (_one, at) => `a${at}: cursor`).join(' ');
    const query = `subscription($networkId: UUID!) { inventoryChanges(networkId: $networkId) { ${aliases} } }`;
    expect((await subscribe(world.key, stream.token, '1', { query })).status).toBe(202);
    expect(JSON.stringify(await next(stream))).toContain('query_too_expensive');
  });

  test('for other methods and media types', async () => {
    expect(await send('PATCH', world.key)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    const token = await reserveConnection(world.key);
    expect(await send('GET', world.key, { token, headers: { accept: 'text/html' } })).toMatchObject({ status: 406 });
    expect((await send('DELETE', world.key, { token })).code).toBe('validation_required');
  });
});

describe('bounds', () => {
  test('a user has at most ten connections and ten streams over all of them; closed ones make room', async () => {
    const key = await world.addKey(await world.addUser('Member'), { permissions: 'Viewer' });
    const streams = [await openConnection(key)];
    for (let id = 1; id <= 10; id += 1) {
      expect((await subscribe(key, streams[0]!.token, String(id))).status).toBe(202);
      expect(await next(streams[0]!)).toMatchObject({ id: String(id), payload: { data: {} } });
    }
    streams.push(await openConnection(key));
    await subscribe(key, streams[1]!.token);
    expect(JSON.stringify(await next(streams[1]!))).toContain('"open_streams":10');
    while (streams.length < 10) streams.push(await openConnection(key));
    expect(await send('PUT', key)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    streams[0]!.events.leave();
    const token = await eventually(async () => {
      const { status, text } = await send('PUT', key);
      return status === 201 && text;
    });
    expect((await subscribe(key, token)).status).toBe(202);
  });

  test('each subscription costs tokens of the rate limit, and is refused if there are none', async () => {
    const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
    try {
      // Ten requests at a time use up the tokens of the rate limit. On a slow machine, the service might refill tokens
      // faster than single requests use them.
      const requestOptions = { url: limitedWorld.url, token: 'x', body: { query: '{ x }' } };
      for (let count = 10; ; count += 10) {
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => send('POST', limitedWorld.key, requestOptions)),
        );
        if (answers.some(({ code }) => code === 'rate_limit_exceeded')) break;
        expect(count).toBeLessThan(400);
      }
    } finally {
      await limitedWorld.close();
    }
  });
});
