// Tests event streams over REST and GraphQL: which caller gets which events, and when a stream ends.
import type { Caller } from '../support/world';
import { createWorld, type World } from '../support/world';
import { openEvents, openSubscription, type Events } from '../support/events';

let world: World;
const openedEvents: Events[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => {
  for (const stream of openedEvents.splice(0)) stream.leave();
});
afterAll(() => world.close());

const keepReply = async (opening: Promise<Events>): Promise<Events> => {
  const stream = await opening;
  openedEvents.push(stream);
  return stream;
};
const topology = (caller: Caller, query = '') =>
  keepReply(openEvents(world.url, `/api/v1/topology/stream${query}`, caller.credential));
const discovery = (caller: Caller) => keepReply(openEvents(world.url, '/api/v1/discovery/stream', caller.credential));
const changes = 'subscription($networkId: UUID) { topologyChanges(networkId: $networkId) { networkId } }';

let createdCount = 0;
const addHost = (networkId: string) =>
  world.owner.rest.post('/hosts', {
    name: `host ${(createdCount += 1)}`,
    network_id: networkId,
    hidden: false,
    tags: [],
  });
const expectedEvent = (networkId: string) => ({ network_id: networkId });

describe('topology', () => {
  test('GraphQL and REST report a change to the network, each in its form, with headers for proxies', async () => {
    const rest = await topology(world.viewer);
    const graphql = await keepReply(openSubscription(world.url, changes, world.viewer.credential));
    for (const { status, headers } of [rest, graphql]) {
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/event-stream')]);
      expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-cache', 'no']);
    }
    await addHost(world.networkId);
    expect(await rest.next()).toEqual(expectedEvent(world.networkId));
    expect(await graphql.next()).toEqual({ data: { topologyChanges: { networkId: world.networkId } } });
  });

  test('a subscription that is sent by POST continues after its body was read', async () => {
    const stream = await keepReply(openSubscription(world.url, changes, world.viewer.credential, {}, 'POST'));
    await addHost(world.networkId);
    expect(await stream.next()).toEqual({ data: { topologyChanges: { networkId: world.networkId } } });
  });

  test('a change of a tag is reported for every network of the organization', async () => {
    const stream = await topology(world.viewer);
    await world.owner.rest.post('/tags', { name: 'lit', color: 'Red', organization_id: world.organizationId });
    const networks = [await stream.next(), await stream.next()];
    expect(networks).toEqual(
      expect.arrayContaining([expectedEvent(world.networkId), expectedEvent(world.otherNetworkId)]),
    );
  });

  test('a stream of one network reports no change of another', async () => {
    const one = await topology(world.viewer, `?network_id=${world.otherNetworkId}`);
    const all = await topology(world.viewer);
    await addHost(world.networkId);
    expect(await all.next()).toEqual(expectedEvent(world.networkId));
    await addHost(world.otherNetworkId);
    expect(await one.next()).toEqual(expectedEvent(world.otherNetworkId));
  });

  test('the change of a transaction that began before and ended after another is reported as well', async () => {
    const stream = await topology(world.viewer, `?network_id=${world.networkId}`);
    const network = { networkId: world.networkId, name: 'slow' };
    await world.prisma.$transaction(async (slow) => {
      await slow.host.create({ data: network });
      await addHost(world.networkId);
      expect(await stream.next()).toEqual(expectedEvent(world.networkId));
    });
    expect(await stream.next()).toEqual(expectedEvent(world.networkId));
  });

  test('changes of a network that becomes reachable are reported, beginning with the network itself', async () => {
    const member = await world.addUser('Member', [world.networkId]);
    const stream = await topology(member);
    await world.prisma.userNetwork.create({
      data: { userId: member.userId, networkId: world.otherNetworkId, organizationId: world.organizationId },
    });
    expect(await stream.next()).toEqual(expectedEvent(world.otherNetworkId));
  });
});

describe('discovery', () => {
  test('a run is reported from its start to its end', async () => {
    const daemon = await world.addDaemon();
    const stream = await discovery(world.viewer);
    const job = await world.member.rest.post('/discovery', {
      ...{ name: 'job', network_id: world.networkId, daemon_id: daemon.daemonId, tags: [] },
      ...{ discovery_type: { type: 'Unified', host_id: daemon.hostId }, run_type: { type: 'AdHoc' } },
    });
    const { body } = await world.member.rest.post('/discovery/start-session', job.body.data.id);
    const id = body.data.session_id as string;
    expect(await stream.next()).toEqual(body.data);
    await world.prisma.discoverySession.update({ where: { id }, data: { phase: 'Scanning', progress: 40 } });
    expect(await stream.next()).toMatchObject({ session_id: id, phase: 'Scanning', progress: 40 });
    const report = { ...body.data, phase: 'Complete', progress: 100, hosts_discovered: 3 };
    const endedReply = await daemon.rest.post(`/discovery/${id}/update`, report);
    if (endedReply.status !== 200) throw new Error(endedReply.story);
    expect(await stream.next()).toMatchObject({
      session_id: id,
      phase: 'Complete',
      progress: 100,
      hosts_discovered: 3,
    });
    const again = await world.member.rest.post('/discovery/start-session', job.body.data.id);
    expect(await stream.next()).toMatchObject({ phase: 'Pending' });
    await world.member.rest.post(`/discovery/${again.body.data.session_id}/cancel`);
    expect(await stream.next()).toMatchObject({ session_id: again.body.data.session_id, phase: 'Cancelled' });
  });
});

describe('streams end', () => {
  const endings: [string, (caller: Caller) => Promise<unknown>][] = [
    ['signs out', (caller) => caller.send('POST', '/api/auth/logout')],
    ['is deleted', ({ userId }) => world.owner.rest.delete(`/users/${userId}`)],
    [
      'changes the password',
      ({ userId }) => world.prisma.user.update({ where: { id: userId }, data: { sessionEpoch: { increment: 1 } } }),
    ],
  ];
  test.each(endings)('when the user %s, and report nothing after that', async (_what, end) => {
    const member = await world.addUser('Member');
    const streams = [
      await topology(member),
      await discovery(member),
      await keepReply(openSubscription(world.url, changes, member.credential)),
    ];
    await end(member);
    await addHost(world.networkId);
    for (const stream of streams) expect(await stream.rest()).toEqual([]);
  });

  test('of a network that is taken from the user; streams of all networks report those of the others', async () => {
    const member = await world.addUser('Member');
    const one = await topology(member, `?network_id=${world.otherNetworkId}`);
    const all = await topology(member);
    const access = await world.owner.rest.put(`/users/${member.userId}/admin`, { network_ids: [world.networkId] });
    expect(access.status).toBe(200);
    await addHost(world.otherNetworkId);
    expect(await one.rest()).toEqual([]);
    await addHost(world.networkId);
    expect(await all.next()).toEqual(expectedEvent(world.networkId));
  });
});

describe('refusals', () => {
  const paths = ['/api/v1/topology/stream', '/api/v1/discovery/stream'];
  test.each(paths)(
    '%s: 401 without a credential, 403 for keys and networks out of reach, 400 for an invalid id',
    async (path) => {
      const requestStream = async (query: string, caller: Pick<Caller, 'send'> = world.viewer) => {
        const { status, body } = await caller.send('GET', path + query);
        return [status, body.code];
      };
      expect(await requestStream('', world.anonymous)).toEqual([401, 'auth_not_authenticated']);
      expect(await requestStream('', world.key)).toEqual([403, 'auth_user_context_required']);
      expect(await requestStream(`?network_id=${world.strangerNetworkId}`)).toEqual([403, 'entity_access_denied']);
      expect(await requestStream('?network_id=x')).toEqual([400, 'validation_invalid_format']);
      expect(await requestStream('?limit=1')).toEqual([400, 'validation_unknown_parameter']);
    },
  );

  test('a user has at most ten open streams, then 429; a closed one makes room', async () => {
    const member = await world.addUser('Member');
    const streams: Events[] = [];
    for (let count = 0; count < 10; count += 1) streams.push(await topology(member));
    const refusedReply = await member.send('GET', paths[0]!);
    expect([refusedReply.status, refusedReply.body.code, refusedReply.body.params]).toEqual([
      429,
      'rate_limit_exceeded',
      { open_streams: 10 },
    ]);
    expect(refusedReply.headers.get('retry-after')).toBe('1');
    streams[0]!.leave();
    let again: Events;
    do again = await topology(member);
    while (again.status === 429);
    expect(again.status).toBe(200);
  });

  test('a subscription that is too expensive or has invalid variables does not begin', async () => {
    const refusal = async (query: string, variables: object) => {
      const body = { query, variables };
      const headers = { accept: 'text/event-stream' };
      return (await world.viewer.send('POST', '/graphql', { body, headers })).body as string;
    };
    expect(await refusal(changes, { networkId: 'x' })).toContain('validation_invalid_format');
    const aliases = Array.from({ length: 101 }, (_one, at) => `a${at}: networkId`).join(' ');
    expect(await refusal(`subscription { topologyChanges { ${aliases} } }`, {})).toContain('query_too_expensive');
    expect(await refusal(changes, { networkId: world.strangerNetworkId })).toContain('entity_access_denied');
  });
});

test('without readers the database is not queried', async () => {
  const watching = (statements: readonly string[]) => statements.filter((sql) => /network_changes c/.test(sql));
  const stream = await topology(world.viewer);
  const during = await world.queries.during(async () => {
    await addHost(world.networkId);
    await stream.next();
  });
  expect(watching(during).length).toBeGreaterThan(0);
  stream.leave();
  // When the reader leaves, the service may still be polling the database for changes, by a statement that the test
  // would count. So the test waits for half a second in which the service sends no such statement.
  let after: readonly string[];
  do after = watching(await world.queries.during(() => new Promise((resolve) => setTimeout(resolve, 500))));
  while (after.length > 0);
  expect(after).toEqual([]);
});

describe('a query or mutation has the same result in every media type', () => {
  const missingId = '00000000-0000-4000-8000-000000000000';
  const many = Array.from({ length: 3 }, (_, index) => `page${index}: vlans(first: 1000) { nodes { id name } }`);
  const fieldsOf = {
    small: 'vlans(first: 2) { nodes { id name } }',
    'of more than 2,000 points': many.join(' '),
    'with texts that are JSON already': 'topologyData(networkId: $networkId) { hosts vlans nodes }',
  };
  const sizes = Object.keys(fieldsOf) as (keyof typeof fieldsOf)[];
  const mediaTypes = ['application/json', 'application/graphql-response+json', 'text/event-stream'];
  const cases = sizes.flatMap((size) =>
    [false, true].flatMap((hasErrors) =>
      mediaTypes.flatMap((mediaType) =>
        (['GET', 'POST'] as const).map((method) => ({ size, hasErrors, mediaType, method })),
      ),
    ),
  );
  beforeAll(async () => {
    const { prisma, networkId, organizationId } = world;
    const rows = Array.from({ length: 801 }, (_, index) => ({
      ...{ networkId, organizationId, name: `VLAN\u2028${index}`, vlanNumber: 2000 + index },
    }));
    await prisma.vlan.createMany({ data: rows });
    await addHost(networkId);
  });

  /** The results of the events `next` of a stream, which must end with the event `complete`. */
  const resultsIn = (text: string): unknown[] => {
    const events = text.split('\n\n').filter((event) => event !== ':' && event !== '');
    expect(events.pop()).toBe('event: complete\ndata:');
    return events.map((event) => JSON.parse(/^event: next\ndata: ([^\n]+)$/.exec(event)![1]!) as unknown);
  };
  const resultOf = async (query: string, method: 'GET' | 'POST', accept: string): Promise<unknown> => {
    const variables = { networkId: world.networkId };
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    const path = method === 'GET' ? `/graphql?${String(search)}` : '/graphql';
    const body = method === 'GET' ? {} : { body: { query, variables } };
    const reply = await world.viewer.send(method, path, { ...body, headers: { accept } });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining(accept)]);
    if (accept !== 'text/event-stream') return reply.body;
    const results = resultsIn(reply.body as string);
    expect(results).toHaveLength(1);
    return results[0];
  };

  test.each(cases)('$size, with errors: $hasErrors, $mediaType by $method', async (one) => {
    const missing = one.hasErrors ? `missing: vlan(id: "${missingId}") { id }` : '';
    const fields = fieldsOf[one.size];
    const query = `query${fields.includes('$') ? '($networkId: UUID!)' : ''} { ${fields} ${missing} }`;
    const result = await resultOf(query, one.method, one.mediaType);
    expect(result).toEqual(await resultOf(query, 'POST', 'application/json'));
    expect((result as { errors?: unknown[] }).errors ?? []).toHaveLength(one.hasErrors ? 1 : 0);
  });

  test('a mutation with a large answer is written once, and answered as a stream', async () => {
    const { networkId } = world;
    const created = 'createVlan(input: { networkId: $networkId, name: "streamed", vlanNumber: 4000 }) { network {';
    const query = `mutation($networkId: UUID!) { ${created} ${many.join(' ')} } } }`;
    const body = { query, variables: { networkId } };
    const reply = await world.owner.send('POST', '/graphql', { body, headers: { accept: 'text/event-stream' } });
    const [result] = resultsIn(reply.body as string) as { data: { createVlan: { network: Record<string, object> } } }[];
    expect(Object.keys(result!.data.createVlan.network)).toEqual(['page0', 'page1', 'page2']);
    expect(await world.prisma.vlan.count({ where: { networkId, vlanNumber: 4000 } })).toBe(1);
  });
});
