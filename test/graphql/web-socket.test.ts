// Tests subscriptions over WebSocket: who may connect, which operations run, which errors are sent, and which limits
// apply.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually';
import { openSocket, openSocketSubscription, type Events, type Socket } from '../support/events';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
let topologyId: string;
let subnetId: string;
const openSockets: (Events | Socket)[] = [];
beforeAll(async () => {
  world = await createWorld();
  const where = { networkId: world.networkId, snapshotId: null };
  const { prisma, networkId } = world;
  topologyId = (await prisma.topology.findFirstOrThrow({ where })).id;
  const lan = { networkId, name: 'lan', cidr: '10.9.0.0/16', subnetType: 'Lan' as const };
  subnetId = (await prisma.subnet.create({ data: lan })).id;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'host' } });
  const address = { networkId, hostId, subnetId, subnetCidr: lan.cidr, ipAddress: '10.9.0.1' };
  await prisma.ipAddress.create({ data: address });
});
afterEach(() => {
  for (const one of openSockets.splice(0))
    if ('leave' in one) one.leave();
    else one.socket.terminate();
});
afterAll(() => world.close());

const closeLater = <T extends Events | Socket>(one: T): T => {
  openSockets.push(one);
  return one;
};
const live = `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
  isWhole cursor addedNodes { elementId header } changedNodes { elementId header } } }`;
const follow = async (caller: Caller) =>
  closeLater(await openSocketSubscription(world.url, live, caller.credential, { topologyId }));
/** Changes the graph by renaming its subnet. */
const rename = (name: string) => world.prisma.subnet.update({ where: { id: subnetId }, data: { name } });
/** Opens a socket and sends connection_init with this payload. Does not wait for the answer of the service. */
async function greetSocket(payload: Record<string, unknown>, headers?: Record<string, string>): Promise<Socket> {
  const socket = closeLater(openSocket(world.url, headers));
  socket.send({ type: 'connection_init', payload });
  return socket;
}
const asKey = () => greetSocket({ authorization: `Bearer ${world.key.credential.key}` });
const subscribe = (socket: Socket, query: unknown, variables: object = { topologyId }, id = '1') =>
  socket.send({ type: 'subscribe', id, payload: { query, variables } });
const codesIn = (message: unknown) =>
  (message as { payload: { extensions: { code: string } }[] }).payload.map(({ extensions }) => extensions.code);

test('a key and a session follow a graph, and so does graphql-ws', async () => {
  const streams = [await follow(world.key), await follow(world.viewer)];
  const { key } = world.key.credential;
  const client = createClient({
    url: `${world.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${key}` },
  });
  const events = client.iterate({ query: live, variables: { topologyId } });
  for (const stream of streams)
    expect(await stream.next()).toMatchObject({ data: { topologyGraphChanges: { isWhole: true } } });
  expect((await events.next()).value).toMatchObject({ data: { topologyGraphChanges: { isWhole: true } } });
  await rename('renamed');
  for (const stream of streams) expect(JSON.stringify(await stream.next())).toContain('renamed: ');
  expect(JSON.stringify(await events.next())).toContain('renamed: ');
  await events.return?.();
  await client.dispose();
});

test('a client that requests it gets a pong when a subscription is active, and none for a refused one', async () => {
  const cookie = `session_id=${world.viewer.credential.session}`;
  const socket = await greetSocket({ acknowledge: true }, { cookie });
  expect(await socket.next()).toMatchObject({ type: 'connection_ack' });
  const runs = `subscription($networkId: UUID!) { discoveryProgress(networkId: $networkId) { sessionId } }`;
  subscribe(socket, runs, { networkId: world.strangerNetworkId }, 'refused');
  expect(await socket.next()).toMatchObject({ type: 'next', id: 'refused', payload: { errors: [{}] } });
  expect(await socket.next()).toMatchObject({ type: 'complete', id: 'refused' });
  subscribe(socket, runs, { networkId: world.networkId }, 'listens');
  expect(await socket.next()).toEqual({ type: 'ping', payload: { subscribed: 'listens' } });
});

test('a stream ends with the reason when its key is disabled, and the connection accepts no other', async () => {
  const owner = await world.addUser('Member');
  const key = await world.addKey(owner, { permissions: 'Viewer' });
  const socket = await greetSocket({ authorization: `Bearer ${key.credential.key}` });
  expect(await socket.next()).toMatchObject({ type: 'connection_ack' });
  subscribe(socket, live);
  expect(await socket.next()).toMatchObject({ type: 'next' });
  await world.prisma.userApiKey.updateMany({ where: { userId: owner.userId }, data: { isEnabled: false } });
  await rename('after that');
  const last = await socket.next();
  expect(last).toMatchObject({ type: 'next', payload: { errors: [{ extensions: { code: 'entity_disabled' } }] } });
  expect(JSON.stringify(last)).not.toContain('"http"');
  expect(await socket.next()).toMatchObject({ type: 'complete' });
  subscribe(socket, live, { topologyId }, '2');
  expect(JSON.stringify(await socket.next())).toContain('entity_disabled');
});

test('when the service stops, each stream sends so, and a client that does not answer does not delay the stop', async () => {
  const stopping = await createWorld({ LOG_LEVEL: 'error' });
  const where = { networkId: stopping.networkId, snapshotId: null };
  const { id } = await stopping.prisma.topology.findFirstOrThrow({ where });
  const stream = closeLater(
    await openSocketSubscription(stopping.url, live, stopping.key.credential, { topologyId: id }),
  );
  const deaf = connect(Number(new URL(stopping.url).port), '127.0.0.1');
  const handshake = ['GET /graphql HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  deaf.write([...handshake, ...key, 'Sec-WebSocket-Protocol: graphql-transport-ws', '', ''].join('\r\n'));
  await once(deaf, 'data');
  await stopping.close();
  expect(await stream.next()).toMatchObject({ data: { topologyGraphChanges: { isWhole: true } } });
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'service_unavailable' } }] });
  deaf.destroy();
});

describe('is not let in', () => {
  const refusalCases: [string, () => Record<string, unknown>, () => Record<string, string>, number, string][] = [
    ['nobody', () => ({}), () => ({}), 4401, 'auth_not_authenticated'],
    ['a key that is none', () => ({ authorization: 'Bearer nlm_u_x' }), () => ({}), 4401, 'auth_not_authenticated'],
    ['a key that is no text', () => ({ authorization: { x: 1 } }), () => ({}), 4400, 'validation_invalid_format'],
    [
      'a page of another site with the cookie of a session',
      () => ({}),
      () => ({ cookie: `session_id=${world.viewer.credential.session}`, origin: 'https://elsewhere.example' }),
      4403,
      'auth_origin_not_allowed',
    ],
  ];
  test.each(refusalCases)('%s', async (_who, payload, headers, code, reason) => {
    const socket = await greetSocket(payload(), headers());
    expect(await socket.closed).toEqual({ code, reason });
  });

  test('a client that subscribes before it has sent its credential', async () => {
    const socket = closeLater(openSocket(world.url));
    subscribe(socket, live);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('a daemon', async () => {
    const daemon = await world.addDaemon();
    const socket = await greetSocket(
      { authorization: `Bearer ${daemon.credential.key}` },
      { 'x-daemon-id': daemon.daemonId },
    );
    await socket.next();
    subscribe(socket, live);
    expect(JSON.stringify(await socket.next())).toContain('auth_user_context_required');
  });
});

describe('is refused with a code', () => {
  const documents: [string, unknown, object, string][] = [
    ['a query', '{ hosts { totalCount } }', {}, 'validation_invalid_format'],
    ['a mutation', 'mutation { deleteHosts(ids: []) { count } }', {}, 'validation_invalid_format'],
    ['no document', 'subscription {', {}, 'validation_invalid_format'],
    ['a field that is not there', 'subscription { nothing }', {}, 'validation_invalid_format'],
    ['a wrong variable', live, { topologyId: 'x' }, 'validation_invalid_format'],
    ['a topology that is not there', live, { topologyId: '00000000-0000-4000-8000-000000000000' }, 'entity_not_found'],
    ['a session only', 'subscription { topologyChanges { networkId } }', {}, 'auth_user_context_required'],
    [
      'too many aliases',
      `subscription { topologyGraphChanges(topologyId: "00000000-0000-4000-8000-000000000000", view: L2Physical) {
        ${Array.from({ length: 101 }, (_one, at) => `a${at}: cursor`).join(' ')} } }`,
      {},
      'query_too_expensive',
    ],
    ['a long document', `subscription { ${' '.repeat(100_001)} }`, {}, 'validation_max_length'],
  ];
  test.each(documents)('%s', async (_what, query, variables, code) => {
    const socket = await asKey();
    await socket.next();
    subscribe(socket, query, variables);
    const message = (await socket.next())!;
    expect(JSON.stringify(message)).toContain(code);
    if (message.type === 'error') expect(codesIn(message)).toEqual([code]);
    // The refused subscription has not closed the socket, so another subscription can start.
    subscribe(socket, live, { topologyId }, '2');
    for (let next = await socket.next(); ; next = await socket.next())
      if (next!.id === '2') {
        expect(next).toMatchObject({ type: 'next', payload: { data: {} } });
        break;
      }
  });
});

/** The timers and queues that stay real while a test fakes `setTimeout`. */
const others = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

describe('bounds', () => {
  test('a user has at most ten streams, on one connection or several; a completed one makes room', async () => {
    const key = await world.addKey(await world.addUser('Member'), { permissions: 'Viewer' });
    const socket = await greetSocket({ authorization: `Bearer ${key.credential.key}` });
    await socket.next();
    for (let id = 1; id <= 10; id += 1) {
      subscribe(socket, live, { topologyId }, String(id));
      expect(await socket.next()).toMatchObject({ type: 'next', id: String(id) });
    }
    const other = await follow(key);
    expect(JSON.stringify(await other.next())).toContain('"open_streams":10');
    socket.send({ type: 'complete', id: '4' });
    for (let id = 11; ; id += 1) {
      subscribe(socket, live, { topologyId }, String(id));
      const answer = await socket.next();
      if (!JSON.stringify(answer).includes('rate_limit_exceeded')) {
        expect(answer).toMatchObject({ type: 'next', id: String(id), payload: { data: {} } });
        break;
      }
      expect(await socket.next()).toMatchObject({ type: 'complete', id: String(id) });
    }
  });

  test('a message that is too long, is no text or no JSON, and many messages at once end the connection', async () => {
    const closedBy = async (send: (socket: Socket) => void) => {
      const socket = await asKey();
      await socket.next();
      send(socket);
      return (await socket.closed).code;
    };
    expect(await closedBy((socket) => subscribe(socket, 'x'.repeat(300_000)))).toBe(1009);
    expect(await closedBy(({ socket }) => socket.send(Buffer.from('{}'), { binary: true }))).toBe(4400);
    expect(await closedBy(({ socket }) => socket.send('{'))).toBe(4400);
    expect(
      await closedBy((socket) => {
        for (let id = 0; id < 100; id += 1) subscribe(socket, live, { topologyId }, String(id));
      }),
    ).toBe(4429);
  });

  test('an address has at most a hundred connections without a credential; closed ones make room', async () => {
    // The time limit for authentication is faked until all sockets are open, so that a slow machine does not exceed the
    // limit.
    jest.useFakeTimers({ doNotFake: others });
    const waitingSockets = Array.from({ length: 130 }, () => closeLater(openSocket(world.url)));
    let refusedCount = 0;
    const reasons = waitingSockets.map(async ({ closed }) => {
      const { reason } = await closed;
      if (reason.includes('503')) refusedCount += 1;
    });
    while (refusedCount < 30) await new Promise(setImmediate);
    jest.advanceTimersByTime(60_000);
    jest.useRealTimers();
    await Promise.all(reasons);
    expect(refusedCount).toBeGreaterThanOrEqual(30);
    await eventually(async () => {
      const socket = await asKey();
      return (await socket.next())?.type === 'connection_ack';
    });
  });

  test('addresses are those that a trusted proxy names', async () => {
    const behindProxy = await createWorld({ TRUST_PROXY: '1' });
    try {
      const sockets = Array.from({ length: 110 }, (_none, at) =>
        closeLater(openSocket(behindProxy.url, { 'x-forwarded-for': `192.0.2.${at % 2}` })),
      );
      await Promise.all(sockets.map(({ socket }) => once(socket, 'open')));
    } finally {
      await behindProxy.close();
    }
  });

  test('each subscription costs tokens of the rate limit, and is refused if there are none', async () => {
    const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
    try {
      const socket = closeLater(openSocket(limitedWorld.url));
      socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${limitedWorld.key.credential.key}` } });
      await socket.next();
      for (let id = 1; ; id += 1) {
        subscribe(socket, 'subscription { nothing }', {}, String(id));
        const [code] = codesIn(await socket.next());
        if (code === 'rate_limit_exceeded') break;
        expect(id).toBeLessThan(400);
      }
    } finally {
      await limitedWorld.close();
    }
  });
});

describe('requests to upgrade to other protocols', () => {
  const answerTo = (lines: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const socket = connect(Number(port), hostname, () => socket.write([...lines, '', ''].join('\r\n')));
      let text = '';
      socket.on('data', (data) => (text += data.toString())).on('error', reject);
      socket.on('close', () => resolve(text));
    });

  test('HTTP/2 is answered as the HTTP/1.1 request that it also is, and a WebSocket at another path is not found', async () => {
    const upgrade = ['Host: x', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    expect(await answerTo(['GET /api/health HTTP/1.1', ...upgrade])).toMatch(/^HTTP\/1.1 200 OK[^]*"success":true/);
    const websocket = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    expect(await answerTo(['GET /api/v1/nothing HTTP/1.1', ...websocket, key])).toMatch(/^HTTP\/1.1 404 /);
    expect(await answerTo(['GET /graphql HTTP/1.1', ...websocket])).toMatch(/^HTTP\/1.1 400 /);
  });
});
