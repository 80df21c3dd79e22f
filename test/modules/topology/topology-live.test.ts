// Live graphs over GraphQL: what a client has received equals the graph, whoever changes it and however often the
// client is disconnected.
import { openSubscription, type Events } from '../../support/events';
import { addInventory } from '../../support/inventory';
import { createWorld, serve, type Caller, type World } from '../../support/world';

let world: World;
let topologyId: string;
const openedEvents: Events[] = [];
beforeAll(async () => {
  world = await createWorld();
  topologyId = await topologyOf(world.networkId);
});
afterEach(() => {
  for (const stream of openedEvents.splice(0)) stream.leave();
});
afterAll(() => world.close());

const topologyOf = async (networkId: string) =>
  (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;

const items = `cursor isWhole removedNodeIds removedEdgeIds
  addedNodes { ...N } changedNodes { ...N } addedEdges { ...E } changedEdges { ...E }`;
const fragments = `
  fragment N on GraphNode { elementId nodeId nodeType header ... on GraphElement { containerId host { name } } }
  fragment E on GraphEdge { elementId nodeId edgeType source target }`;
const live = `subscription($topologyId: UUID!, $view: TopologyView!, $since: String, $options: TopologyRequestOptionsInput) {
  topologyGraphChanges(topologyId: $topologyId, view: $view, since: $since, options: $options) { ${items} } } ${fragments}`;
const whole = `query($topologyId: UUID!, $view: TopologyView!) {
  topology(id: $topologyId) { graph(view: $view) { nodes { ...N } edges { ...E } } } } ${fragments}`;

interface Item {
  readonly elementId: string;
  readonly [member: string]: unknown;
}
interface Event {
  readonly isWhole: boolean;
  readonly cursor: string | null;
  readonly addedNodes: Item[];
  readonly changedNodes: Item[];
  readonly removedNodeIds: string[];
  readonly addedEdges: Item[];
  readonly changedEdges: Item[];
  readonly removedEdgeIds: string[];
  /** Only events of a folded graph have this field and the fields below it. */
  readonly addedFolds: Item[];
  readonly changedFolds: Item[];
  readonly removedFoldIds: string[];
  readonly addedFoldedEdges: Item[];
  readonly changedFoldedEdges: Item[];
  readonly removedFoldedEdgeIds: string[];
}

/** A client of a live graph. It applies events as the GraphQL descriptions of their fields say. */
class LiveGraph {
  private nodes = new Map<string, Item>();
  private edges = new Map<string, Item>();
  private folds = new Map<string, Item>();
  private foldedEdges = new Map<string, Item>();
  cursor: string | null = null;
  constructor(readonly events: Events) {}
  /** Copies the state that this client has received to a client on another stream, which continues from that state. */
  resumed(by: LiveGraph): LiveGraph {
    [by.nodes, by.edges] = [new Map(this.nodes), new Map(this.edges)];
    [by.folds, by.foldedEdges] = [new Map(this.folds), new Map(this.foldedEdges)];
    return by;
  }
  async receive(): Promise<Event> {
    const answer = (await this.events.next()) as { data?: { topologyGraphChanges: Event }; errors?: unknown };
    const event = answer?.data?.topologyGraphChanges;
    if (!event) throw new Error(`no event: ${JSON.stringify(answer)}`);
    if (event.isWhole) [this.nodes, this.edges, this.folds, this.foldedEdges].forEach((all) => all.clear());
    for (const node of [...event.addedNodes, ...event.changedNodes]) this.nodes.set(node.elementId, node);
    for (const edge of [...event.addedEdges, ...event.changedEdges]) this.edges.set(edge.elementId, edge);
    for (const id of event.removedNodeIds) this.nodes.delete(id);
    for (const id of event.removedEdgeIds) this.edges.delete(id);
    if ('addedFolds' in event) {
      for (const one of [...event.addedFolds, ...event.changedFolds]) this.folds.set(one.elementId, one);
      for (const one of [...event.addedFoldedEdges, ...event.changedFoldedEdges])
        this.foldedEdges.set(one.elementId, one);
      for (const id of event.removedFoldIds) this.folds.delete(id);
      for (const id of event.removedFoldedEdgeIds) this.foldedEdges.delete(id);
    }
    this.cursor = event.cursor;
    return event;
  }
  get foldedGraph() {
    const [folds, foldedEdges] = [[...this.folds.values()], [...this.foldedEdges.values()]];
    return { ...this.graph, folds: sortItems(folds), foldedEdges: sortItems(foldedEdges) };
  }
  get graph() {
    return { nodes: sortItems([...this.nodes.values()]), edges: sortItems([...this.edges.values()]) };
  }
}
const sortItems = (all: Item[]) => all.sort((a, b) => (a.elementId < b.elementId ? -1 : 1));

interface Followed {
  readonly url?: string;
  readonly document?: string;
  readonly [variable: string]: unknown;
}
async function follow(
  caller: Caller,
  { url = world.url, document = live, ...variables }: Followed = {},
): Promise<LiveGraph> {
  const givenVariables = { topologyId, view: 'L3Logical', ...variables };
  const events = await openSubscription(url, document, caller.credential, givenVariables);
  openedEvents.push(events);
  return new LiveGraph(events);
}
async function graphNow(caller: Caller, view = 'L3Logical', of = topologyId) {
  const { body } = await caller.graphql(whole, { topologyId: of, view });
  const { nodes, edges } = body.data.topology.graph;
  return { nodes: sortItems(nodes), edges: sortItems(edges) };
}

let createdCount = 0;
/** Adds a host with an address in one transaction. */
async function addHost(networkId = world.networkId) {
  createdCount += 1;
  const lan = { networkId, cidr: '10.9.0.0/16' };
  return world.prisma.$transaction(async (tx) => {
    const host = await tx.host.create({ data: { networkId, name: `host ${createdCount}` } });
    const subnet =
      (await tx.subnet.findFirst({ where: lan })) ??
      (await tx.subnet.create({ data: { ...lan, name: 'lan', subnetType: 'Lan' } }));
    await tx.ipAddress.create({
      data: {
        networkId,
        hostId: host.id,
        subnetId: subnet.id,
        subnetCidr: lan.cidr,
        ipAddress: `10.9.1.${createdCount}`,
      },
    });
    return host;
  });
}

test('an API key receives a whole graph, then hosts that are added, renamed and removed', async () => {
  await addHost();
  const client = await follow(world.key);
  expect(await client.receive()).toMatchObject({ isWhole: true, cursor: expect.any(String) });
  expect(client.graph).toEqual(await graphNow(world.key));
  const host = await addHost();
  do await client.receive();
  while (!JSON.stringify(client.graph).includes(host.name));
  expect(client.graph).toEqual(await graphNow(world.key));
  await world.prisma.host.update({ where: { id: host.id }, data: { name: 'renamed' } });
  expect(await client.receive()).toMatchObject({ isWhole: false, removedNodeIds: [] });
  expect(client.graph).toEqual(await graphNow(world.key));
  await world.prisma.host.delete({ where: { id: host.id } });
  expect(await client.receive()).toMatchObject({ addedNodes: [], changedNodes: [] });
  expect(client.graph).toEqual(await graphNow(world.key));
});

describe('a client that lost its connection', () => {
  test('receives what changed since its last event, or nothing', async () => {
    const client = await follow(world.key);
    await client.receive();
    client.events.leave();
    const idle = await follow(world.key, { since: client.cursor });
    expect(await idle.receive()).toMatchObject({ isWhole: false, cursor: client.cursor, addedNodes: [] });
    const host = await addHost();
    do await idle.receive();
    while (idle.cursor === client.cursor);
    const returnedLiveGraph = client.resumed(await follow(world.key, { since: client.cursor }));
    expect(await returnedLiveGraph.receive()).toMatchObject({ isWhole: false, cursor: idle.cursor });
    expect(JSON.stringify(returnedLiveGraph.graph)).toContain(host.name);
    expect(returnedLiveGraph.graph).toEqual(await graphNow(world.key));
  });

  test('continues at another replica, which knows the cursor from the history alone', async () => {
    const client = await follow(world.key);
    await client.receive();
    client.events.leave();
    const host = await addHost();
    const other = await serve();
    try {
      const unchangedLiveGraph = await follow(world.key, { url: other.url });
      await unchangedLiveGraph.receive();
      const returnedLiveGraph = client.resumed(await follow(world.key, { url: other.url, since: client.cursor }));
      expect(await returnedLiveGraph.receive()).toMatchObject({ isWhole: false, cursor: unchangedLiveGraph.cursor });
      expect(JSON.stringify(returnedLiveGraph.graph)).toContain(host.name);
      expect(returnedLiveGraph.graph).toEqual(await graphNow(world.key));
    } finally {
      openedEvents.splice(0).forEach((stream) => stream.leave());
      await other.stop();
    }
  });

  test('receives from one replica, within a second, what another has changed', async () => {
    const other = await serve();
    try {
      const client = await follow(world.key, { url: other.url });
      await client.receive();
      const delays: number[] = [];
      // Measures repeatedly how long a change takes to arrive. One fast time is enough, because the machine may be
      // busy.
      for (let count = 0; count < 20 && !(Math.min(...delays) < 1000); count += 1) {
        const { name } = await addHost();
        const begunAt = performance.now();
        while (!JSON.stringify(client.graph).includes(name)) await client.receive();
        delays.push(performance.now() - begunAt);
      }
      expect(Math.min(...delays)).toBeLessThan(1000);
    } finally {
      openedEvents.splice(0).forEach((stream) => stream.leave());
      await other.stop();
    }
  });

  test.each([
    ['of another view', (cursor: string) => cursor, 'Workloads'],
    [
      'with another proof',
      (cursor: string) => `${cursor.slice(0, 31)}${cursor.endsWith('A') ? 'B' : 'A'}`,
      'L3Logical',
    ],
    ['of a time to come', (cursor: string) => `f${cursor.slice(1)}`, 'L3Logical'],
    ['of a time before the network', (cursor: string) => `AAAA${cursor.slice(4)}`, 'L3Logical'],
  ])('receives the graph anew for a cursor %s', async (_what, changedNodes, view) => {
    const client = await follow(world.key);
    const { cursor } = await client.receive();
    await addHost();
    await client.receive();
    const again = await follow(world.key, { since: changedNodes(cursor!), view });
    expect(await again.receive()).toMatchObject({ isWhole: true });
    expect(again.graph).toEqual(await graphNow(world.key, view));
  });
});

test('a large graph is built in a worker and sent in parts, together with changes that occur meanwhile', async () => {
  const { prisma, organizationId, owner } = world;
  const network = await owner.rest.post('/networks', { name: 'large', organization_id: organizationId, tags: [] });
  const networkId = network.body.data.id as string;
  await addInventory(prisma, { networkId, organizationId }, 400);
  const large = await topologyOf(networkId);
  const client = await follow(owner, { topologyId: large, view: 'L2Physical' });
  const first = await client.receive();
  expect([first.isWhole, first.cursor, first.addedNodes.length + first.addedEdges.length]).toEqual([true, null, 1000]);
  await prisma.host.updateMany({ where: { networkId, name: 'host-7' }, data: { name: 'the seventh' } });
  // If only a host changes, the nodes of its ports are not sent again, so the client still has their old `host`. The
  // comparison leaves out this field.
  const withoutUndefinedMembers = (graph: object): unknown =>
    JSON.parse(JSON.stringify(graph, (name, value: unknown) => (name === 'host' ? undefined : value)));
  do expect((await client.receive()).isWhole).toBe(false);
  while (client.cursor === null || !JSON.stringify(withoutUndefinedMembers(client.graph)).includes('the seventh'));
  expect(withoutUndefinedMembers(client.graph)).toEqual(
    withoutUndefinedMembers(await graphNow(owner, 'L2Physical', large)),
  );
});

test('saving options of the topology changes its live graph, but not graphs with options of their own', async () => {
  await addHost();
  const savedLiveGraph = await follow(world.key);
  const ownLiveGraph = await follow(world.key, { options: { hideEntities: {} } });
  await savedLiveGraph.receive();
  const { cursor } = await ownLiveGraph.receive();
  const [subnet] = savedLiveGraph.graph.nodes.filter(({ nodeType }) => nodeType === 'Container');
  const update = `mutation($id: UUID!, $options: TopologyOptionsInput) {
    updateTopology(id: $id, input: { options: $options }) { id } }`;
  const hide = { request: { hideEntities: { L3Logical: ['Subnet'] } } };
  const { body } = await world.owner.graphql(update, { id: topologyId, options: hide });
  expect(body.errors).toBeUndefined();
  const event = await savedLiveGraph.receive();
  expect(event.removedNodeIds.length + event.changedNodes.length).toBeGreaterThan(0);
  expect(savedLiveGraph.graph).toEqual(await graphNow(world.key));
  await world.owner.graphql(update, { id: topologyId, options: null });
  await savedLiveGraph.receive();
  expect(savedLiveGraph.graph.nodes).toContainEqual(subnet);
  await addHost();
  expect(await ownLiveGraph.receive()).toMatchObject({ isWhole: false, cursor: expect.not.stringMatching(cursor!) });
});

describe('with `rows`', () => {
  const reportedQuery = `subscription($topologyId: UUID!, $view: TopologyView!, $since: String) {
    topologyGraphChanges(topologyId: $topologyId, view: $view, since: $since, rows: true) { ${items} } } ${fragments}`;
  const cursorNow = async () => {
    const text = `query($topologyId: UUID!) { topology(id: $topologyId) { graph(view: L3Logical, detail: {}) { cursor } } }`;
    return (await world.key.graphql(text, { topologyId })).body.data.topology.graph.cursor as string | null;
  };
  /** Changes the description of a host. Graphs contain no descriptions. */
  const describeHost = (id: string, description: string) =>
    world.prisma.host.update({ where: { id }, data: { description } });

  test("the stream begins with the queried state on every replica, and a row's change alone is an event", async () => {
    const host = await addHost();
    const silent = await follow(world.key);
    await silent.receive();
    const cursor = await cursorNow();
    const client = await follow(world.key, { document: reportedQuery, since: cursor });
    expect(await client.receive()).toMatchObject({ isWhole: false, cursor, addedNodes: [], changedNodes: [] });
    await describeHost(host.id, 'seen');
    const event = await client.receive();
    expect(event).toMatchObject({ isWhole: false, addedNodes: [], removedNodeIds: [], changedEdges: [] });
    // The node of the changed host is sent again, with the present values of the host.
    expect(event.changedNodes).toMatchObject([{ nodeType: 'Element', host: { name: host.name } }]);
    expect([event.cursor === cursor, event.cursor]).toEqual([false, await cursorNow()]);
    const other = await serve();
    try {
      const remoteLiveGraph = await follow(world.key, { url: other.url, document: reportedQuery, since: event.cursor });
      expect(await remoteLiveGraph.receive()).toMatchObject({ isWhole: false, cursor: event.cursor, addedNodes: [] });
      const late = await follow(world.key, { url: other.url, document: reportedQuery, since: cursor });
      expect(await late.receive()).toMatchObject({ isWhole: true, cursor: event.cursor });
      expect(late.graph).toEqual(await graphNow(world.key));
    } finally {
      openedEvents.splice(2).forEach((stream) => stream.leave());
      await other.stop();
    }
    const { name } = await addHost();
    expect(JSON.stringify((await client.receive()).addedNodes)).toContain(name);
    // This client selects no rows, so the changed description causes no event for it. Its first event is the new host.
    expect(JSON.stringify((await silent.receive()).addedNodes)).toContain(name);
  });

  test('a client that was away receives the changed nodes, however many other rows changed', async () => {
    const host = await addHost();
    const client = await follow(world.key, { document: reportedQuery });
    await client.receive();
    const stays = await follow(world.key, { document: reportedQuery, since: client.cursor });
    await stays.receive();
    client.events.leave();
    for (const word of ['one', 'two', 'three']) {
      await describeHost(host.id, word);
      await stays.receive();
    }
    const addedHost = await addHost();
    while (!JSON.stringify(stays.graph).includes(addedHost.name)) await stays.receive();
    const returnedLiveGraph = client.resumed(
      await follow(world.key, { document: reportedQuery, since: client.cursor }),
    );
    expect(await returnedLiveGraph.receive()).toMatchObject({
      isWhole: false,
      cursor: stays.cursor,
      removedNodeIds: [],
    });
    expect(returnedLiveGraph.graph).toEqual(await graphNow(world.key));
  });

  test('a node is sent again if a row that it shows is written or tagged, and no other node is', async () => {
    const { prisma, networkId, organizationId } = world;
    const [host, other] = [await addHost(), await addHost()];
    const shows = reportedQuery.replace('host { name }', 'host { name lastSeenAt tagIds }');
    const client = await follow(world.key, { document: shows });
    await client.receive();
    const receiveChanged = async () => (await client.receive()).changedNodes as unknown as { host: object }[];
    const tag = await prisma.tag.create({ data: { organizationId, name: 'of a host', color: 'Red' } });
    await prisma.tagAssignment.create({ data: { tagId: tag.id, hostId: host.id, networkId, organizationId } });
    expect(await receiveChanged()).toMatchObject([{ host: { name: host.name, tagIds: [tag.id] } }]);
    const lastSeenAt = '2026-01-02T03:04:05.000Z';
    await prisma.host.update({ where: { id: other.id }, data: { lastSeenAt } });
    expect(await receiveChanged()).toMatchObject([{ host: { name: other.name, lastSeenAt } }]);
  });

  test('a past graph has no cursor', async () => {
    const text = `query($topologyId: UUID!, $at: DateTime!) @at(instant: $at) {
      topology(id: $topologyId) { graph(view: L3Logical) { cursor } } }`;
    const { body } = await world.key.graphql(text, { topologyId, at: new Date().toISOString() });
    expect(body.data.topology.graph).toEqual({ cursor: null });
  });
});

describe('folded', () => {
  const detail = { limit: 1, foldAbove: 1 };
  const parts = `fragment F on GraphFold { elementId: foldId nodeId label summary isExpanded depth memberIds nodeCount }
    fragment X on GraphFoldedEdge { elementId nodeId source target count }`;
  const variableDeclarations = '$topologyId: UUID!, $view: TopologyView!, $detail: GraphDetailInput';
  const foldedQuery = `subscription(${variableDeclarations}, $since: String) {
    topologyGraphChanges(topologyId: $topologyId, view: $view, detail: $detail, since: $since) { ${items}
      availableViews filteredOut { entity count } savedOptions { local { showMinimap } }
      addedFolds { ...F } changedFolds { ...F } removedFoldIds
      addedFoldedEdges { ...X } changedFoldedEdges { ...X } removedFoldedEdgeIds } } ${fragments} ${parts}`;
  const requestedQuery = `query(${variableDeclarations}) { topology(id: $topologyId) { graph(view: $view, detail: $detail) {
    nodes { ...N } edges { ...E } folds { ...F } foldedEdges { ...X } } } } ${fragments} ${parts}`;
  const read = async (how: object) => {
    const { body } = await world.key.graphql(requestedQuery, { topologyId, view: 'L3Logical', detail: how });
    const { nodes, edges, folds, foldedEdges } = body.data.topology.graph;
    return {
      nodes: sortItems(nodes),
      edges: sortItems(edges),
      folds: sortItems(folds),
      foldedEdges: sortItems(foldedEdges),
    };
  };

  test('a folded graph is followed, interrupted, continued on another replica, and unfolded', async () => {
    await addHost();
    const client = await follow(world.key, { document: foldedQuery, detail });
    expect(await client.receive()).toMatchObject({
      ...{ isWhole: true, availableViews: expect.arrayContaining(['L3Logical']) },
      ...{ filteredOut: [], savedOptions: { local: { showMinimap: true } } },
    });
    expect(client.foldedGraph).toEqual(await read(detail));
    const [fold] = client.foldedGraph.folds;
    expect(fold).toMatchObject({ isExpanded: false, memberIds: [] });
    const { name } = await addHost();
    const event = await client.receive();
    expect(event).toMatchObject({ isWhole: false, addedNodes: [], changedNodes: [] });
    expect(event.changedFolds.length).toBeGreaterThan(0);
    expect(client.foldedGraph).toEqual(await read(detail));
    client.events.leave();
    const goneHost = await addHost();
    await world.prisma.host.delete({ where: { id: goneHost.id } });
    await addHost();
    const other = await serve();
    try {
      const returnedLiveGraph = client.resumed(
        await follow(world.key, { url: other.url, document: foldedQuery, detail, since: client.cursor }),
      );
      expect(await returnedLiveGraph.receive()).toMatchObject({ isWhole: false });
      expect(returnedLiveGraph.foldedGraph).toEqual(await read(detail));
      // The cursor is not valid for a graph with other expanded folds, so the service sends the whole graph.
      const unfoldedDetail = { ...detail, expanded: [fold!.elementId] };
      const openedLiveGraph = await follow(world.key, {
        document: foldedQuery,
        detail: unfoldedDetail,
        since: returnedLiveGraph.cursor,
      });
      expect(await openedLiveGraph.receive()).toMatchObject({ isWhole: true });
      expect(openedLiveGraph.foldedGraph).toEqual(await read(unfoldedDetail));
      expect(JSON.stringify(openedLiveGraph.foldedGraph.nodes)).toContain(name);
    } finally {
      openedEvents.splice(0).forEach((stream) => stream.leave());
      await other.stop();
    }
  });

  test('a detail argument out of bounds is refused', async () => {
    const body = { query: foldedQuery, variables: { topologyId, view: 'L3Logical', detail: { limit: 0 } } };
    const reply = await world.key.send('POST', '/graphql', { body, headers: { accept: 'text/event-stream' } });
    expect(reply.body).toContain('validation_out_of_range');
  });
});

describe('current rights', () => {
  const lastWord = async (client: LiveGraph) => {
    const events = (await client.events.rest()) as { errors?: { extensions: { code: string } }[] }[];
    return events.at(-1)?.errors?.[0]?.extensions.code;
  };
  const keyOf = async (caller: Caller) =>
    (await world.prisma.userApiKey.findFirstOrThrow({ where: { userId: caller.userId } })).id;

  const endings: [string, string, (caller: Caller) => Promise<unknown>][] = [
    [
      'the key is disabled',
      'entity_disabled',
      async (caller) =>
        world.prisma.userApiKey.update({ where: { id: await keyOf(caller) }, data: { isEnabled: false } }),
    ],
    [
      'the key is deleted',
      'auth_not_authenticated',
      async (caller) => world.prisma.userApiKey.delete({ where: { id: await keyOf(caller) } }),
    ],
    [
      'the key has expired',
      'entity_expired',
      async (caller) =>
        world.prisma.userApiKey.update({ where: { id: await keyOf(caller) }, data: { expiresAt: new Date(0) } }),
    ],
    [
      'the network is taken from its owner',
      'entity_access_denied',
      ({ userId }) => world.prisma.userNetwork.deleteMany({ where: { userId, networkId: world.networkId } }),
    ],
    [
      'its owner is deleted',
      'auth_not_authenticated',
      ({ userId }) => world.prisma.user.delete({ where: { id: userId } }),
    ],
  ];
  test.each(endings)('a stream ends when %s, with %s, and sends nothing afterwards', async (_what, code, end) => {
    const key = await world.addKey(await world.addUser('Member'), { permissions: 'Viewer' });
    const client = await follow(key);
    await client.receive();
    await end(key);
    await addHost();
    expect(await lastWord(client)).toBe(code);
  });

  test('a stream ends when its topology is deleted', async () => {
    const network = await world.owner.rest.post('/networks', {
      ...{ name: 'short-lived', organization_id: world.organizationId, tags: [] },
    });
    const id = await topologyOf(network.body.data.id);
    const client = await follow(world.owner, { topologyId: id });
    await client.receive();
    await world.prisma.topology.delete({ where: { id } });
    expect(await lastWord(client)).toBe('entity_not_found');
  });

  test("rows behind nodes are limited to the reader's current access, in other networks too", async () => {
    const { prisma, organizationId, networkId, otherNetworkId } = world;
    const tag = await prisma.tag.create({ data: { organizationId, name: 'both', color: 'Red' } });
    const secret = await prisma.host.create({
      data: { networkId: otherNetworkId, name: 'a host of the other network' },
    });
    const hereHost = await addHost();
    for (const [hostId, of] of [
      [secret.id, otherNetworkId],
      [hereHost.id, networkId],
    ] as const)
      await prisma.tagAssignment.create({ data: { tagId: tag.id, hostId, networkId: of, organizationId } });
    const member = await world.addUser('Member');
    const document = `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
      addedNodes { ...N } changedNodes { ...N } } }
      fragment N on GraphElement { host { name tags { hosts(first: 5) { nodes { name } } } } }`;
    const events = await openSubscription(world.url, document, member.credential, { topologyId });
    openedEvents.push(events);
    expect(JSON.stringify(await events.next())).toContain(secret.name);
    await prisma.userNetwork.deleteMany({ where: { userId: member.userId, networkId: otherNetworkId } });
    await prisma.host.update({ where: { id: hereHost.id }, data: { name: 'seen again' } });
    const event = JSON.stringify(await events.next());
    expect(event).toContain('seen again');
    expect(event).not.toContain(secret.name);
  });
});

describe('refusals', () => {
  const refusal = async (variables: object, caller: Pick<Caller, 'send'> = world.key) => {
    const body = { query: live, variables: { topologyId, view: 'L3Logical', ...variables } };
    const reply = await caller.send('POST', '/graphql', { body, headers: { accept: 'text/event-stream' } });
    return reply.body as string;
  };
  test('anonymous callers, missing topologies, snapshots, invalid cursors and invalid options are refused', async () => {
    expect(JSON.stringify(await refusal({}, world.anonymous))).toContain('auth_not_authenticated');
    expect(await refusal({ topologyId: '00000000-0000-4000-8000-000000000000' })).toContain('entity_not_found');
    for (const since of ['', 'x', 'x'.repeat(33), '?'.repeat(32)])
      expect(await refusal({ since })).toContain('validation_invalid_format');
    expect(await refusal({ options: { hideEntities: 'all' } })).toContain('validation_invalid_format');
    const snapshot = await world.owner.rest.post('/snapshots', { name: 'kept', network_id: world.networkId });
    const pinnedTopology = await world.prisma.topology.findFirstOrThrow({
      where: { snapshotId: snapshot.body.data.id },
    });
    expect(await refusal({ topologyId: pinnedTopology.id })).toContain('entity_reference_invalid');
  });

  test('a user can have ten open streams', async () => {
    const key = await world.addKey(await world.addUser('Member'), { permissions: 'Viewer' });
    for (let count = 0; count < 10; count += 1) await (await follow(key)).receive();
    const refusedReply = await refusal({}, key);
    expect(refusedReply).toContain('rate_limit_exceeded');
    expect(refusedReply).toContain('"open_streams":10');
  });
});

test('a change costs the same statements for one client as for nine clients of three users', async () => {
  const expectChanged = async (clients: readonly LiveGraph[]) => {
    for (const client of clients) await client.receive();
    const { id } = await addHost();
    for (const client of clients)
      while (!JSON.stringify(client.graph).includes(`host ${createdCount}`)) await client.receive();
    const rename = () => world.prisma.host.update({ where: { id }, data: { name: `host ${(createdCount += 1)}` } });
    return world.queries.during(async () => {
      await rename();
      for (const client of clients) await client.receive();
    });
  };
  const plainly = { document: live.replace('host { name }', 'hostId') };
  const countStatements = (statements: readonly string[], pattern: RegExp) =>
    statements.filter((sql) => pattern.test(sql)).length;
  const one = await expectChanged([await follow(world.key, plainly)]);
  const several: LiveGraph[] = [];
  for (const owner of [world.owner, world.member, world.viewer]) {
    const key = await world.addKey(owner, { permissions: 'Viewer' });
    for (let count = 0; count < 3; count += 1) several.push(await follow(key, plainly));
  }
  const nine = await expectChanged(several);
  for (const pattern of [/AS "changeToken"/, /FROM "?(public"?\.)?"?topologies/]) {
    expect([pattern, countStatements(one, pattern)]).toEqual([pattern, 1]);
    expect([pattern, countStatements(nine, pattern)]).toEqual([pattern, 1]);
  }
  // The rights of the keys are read once for the graph and once for all receivers, and a third time if the test takes
  // long.
  expect(countStatements(nine, /FROM user_api_keys k/)).toBeLessThanOrEqual(3);
});
