// Tests folded graphs over the API: every node and edge is counted, folds can be expanded one by one, and a result that
// is not visible names the folds around it.
import { randomUUID } from 'node:crypto';
import { edgeTypes, topologyViews } from '../../../src/modules/topology/graph/options';
import { addInventory, type Inventory } from '../../support/inventory';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

let world: World;
let rows: Inventory;
let smallId: string;
let largeId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, otherNetworkId, organizationId } = world;
  rows = await addInventory(prisma, { networkId, organizationId }, 40);
  // Adds a network that is large enough to be drawn and folded in worker threads.
  await addInventory(prisma, { networkId: otherNetworkId, organizationId }, 300);
  const idOf = async (of: string) =>
    (await prisma.topology.findFirstOrThrow({ where: { networkId: of, snapshotId: null } })).id;
  [smallId, largeId] = [await idOf(networkId), await idOf(otherNetworkId)];
});
afterAll(() => world.close());

interface Fold {
  id: string;
  label: string;
  summary: string;
  basis: string;
  isExpanded: boolean;
  parentFoldId: string | null;
  memberIds: string[];
  nodeCount: number;
  edgeCount: number;
}
interface Answer {
  nodes: { id: string }[];
  edges: { id: string }[];
  folds: Fold[];
  foldedEdges: { id: string; source: string; target: string; count: number }[];
}
const picture = `nodes { id: elementId } edges { id: elementId }
  folds { id: foldId label summary reason basis isExpanded parentFoldId containerId depth anchorIds memberIds nodeCount edgeCount
    counts { kind count text } }
  foldedEdges { id: elementId source target count worstState kinds { edgeType count reversedCount } }`;
const document = `query ($id: UUID!, $view: TopologyView!, $detail: GraphDetailInput) {
  topology(id: $id) { graph(view: $view, detail: $detail) { ${picture} } } }`;
const graph = async (variables: object): Promise<Answer> =>
  (await world.member.query(document, { id: smallId, view: 'L2Physical', ...variables })).topology.graph;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const collapsedFolds = ({ folds }: Answer) => folds.filter(({ isExpanded }) => !isExpanded);

describe.each([
  ['here', () => smallId],
  ['in a worker thread', () => largeId],
])('folding in %s', (_where, idOf) => {
  test.each(topologyViews)(
    '%s: every node and edge is shown or counted, and up to the limit nothing is folded',
    async (view) => {
      const whole = await graph({ id: idOf(), view });
      expect([whole.folds, whole.foldedEdges]).toEqual([[], []]);
      const foldedAnswer = await graph({ id: idOf(), view, detail: { limit: 5 } });
      expect(foldedAnswer.nodes.length).toBeLessThan(whole.nodes.length);
      expect(foldedAnswer.nodes.length + sum(collapsedFolds(foldedAnswer).map(({ nodeCount }) => nodeCount))).toBe(
        whole.nodes.length,
      );
      const bundledCount = sum(foldedAnswer.foldedEdges.map(({ count }) => count));
      const inside = sum(collapsedFolds(foldedAnswer).map(({ edgeCount }) => edgeCount));
      expect(foldedAnswer.edges.length + bundledCount + inside).toBe(whole.edges.length);
      const open = await graph({ id: idOf(), view, detail: { limit: 100_000 } });
      expect({ nodes: open.nodes, edges: open.edges }).toEqual({ nodes: whole.nodes, edges: whole.edges });
    },
  );

  test('up to `foldAbove` nodes only collapsed parts are folded, and folds describe their contents', async () => {
    const whole = await graph({ id: idOf() });
    const open = await graph({ id: idOf(), detail: { limit: 1, foldAbove: whole.nodes.length } });
    expect(open.nodes).toEqual(whole.nodes);
    expect(collapsedFolds(open)).toEqual([]);
    const foldedAnswer = await graph({ id: idOf(), detail: { limit: 1, foldAbove: whole.nodes.length - 1 } });
    expect(foldedAnswer.nodes.length).toBeLessThan(whole.nodes.length);
    const fold = open.folds.find(({ basis, parentFoldId }) => basis !== 'Contents' && parentFoldId === null)!;
    const detail = { limit: 1, foldAbove: whole.nodes.length, collapsed: [fold.id, randomUUID()] };
    const shutAnswer = await graph({ id: idOf(), detail });
    expect(collapsedFolds(shutAnswer).map(({ id }) => id)).toEqual([fold.id]);
    expect(shutAnswer.nodes.length).toBe(whole.nodes.length - fold.nodeCount);
    expect(shutAnswer.folds.find(({ id }) => id === fold.id)!.memberIds).toEqual([]);
    const members = open.folds.flatMap(({ memberIds }) => memberIds);
    expect(new Set(members).size).toBe(members.length);
    expect(open.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(members));
    const expandedAnswer = await graph({ id: idOf(), detail: { ...detail, expanded: [fold.id] } });
    expect(expandedAnswer.nodes).toEqual(whole.nodes);
  });

  test('opening one fold leaves the others unchanged', async () => {
    const before = await graph({ id: idOf(), detail: { limit: 1 } });
    const [fold] = collapsedFolds(before).filter(({ basis }) => basis !== 'Contents');
    const after = await graph({ id: idOf(), detail: { limit: 1, expanded: [fold!.id, randomUUID()] } });
    expect(after.nodes.length + after.folds.length).toBeGreaterThan(before.nodes.length + before.folds.length);
    expect(after.folds).toEqual(expect.arrayContaining(before.folds.filter(({ id }) => id !== fold!.id)));
    expect(after.folds.find(({ id }) => id === fold!.id)).toMatchObject({ isExpanded: true });
  });
});

test('a path is unchanged by folding, names the folds of its hops, and its hops can be revealed', async () => {
  const requestedQuery = `query ($id: UUID!, $from: UUID!, $to: UUID!, $detail: GraphDetailInput) { topology(id: $id) {
    graph(view: L2Physical, detail: $detail) { shortestPath(from: $from, to: $to) { hops { id: stopId foldedIn } }
      singlePointsOfFailure { id: stopId foldedIn } components { stops { id: stopId foldedIn } }
      impactOf(ids: [$from], root: $to) { unreachable { id: stopId foldedIn } }
      allShortestPaths(from: $from, to: $to) { hops { id: stopId foldedIn } }
      search(text: "host-7") { id: elementId foldedIn } neighbors(of: $from) { nodes { id: elementId foldedIn } }
      whyHidden(entityId: $from) { reason foldedIn } nodes { id: elementId foldedIn } } } }`;
  const [from, to] = [rows.hostIds[5]!, rows.hostIds[9]!];
  const ask = async (detail?: object) =>
    (await world.member.query(requestedQuery, { id: smallId, from, to, detail })).topology.graph;
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  const [whole, foldedAnswer] = [await ask(), await ask({ limit: 1 })];
  const hops = whole.shortestPath.hops as { id: string; foldedIn: string[] }[];
  expect(hops.length).toBeGreaterThan(2);
  expect(hops.flatMap(({ foldedIn }) => foldedIn)).toEqual([]);
  expect(ids(foldedAnswer.shortestPath.hops)).toEqual(ids(hops));
  expect(foldedAnswer.shortestPath.hops.some(({ foldedIn }: { foldedIn: string[] }) => foldedIn.length > 0)).toBe(true);
  for (const question of ['search', 'singlePointsOfFailure'] as const)
    expect(ids(foldedAnswer[question])).toEqual(ids(whole[question]));
  expect(ids(foldedAnswer.neighbors.nodes)).toEqual(ids(whole.neighbors.nodes));
  expect(foldedAnswer.whyHidden).toEqual({ reason: 'Shown', foldedIn: foldedAnswer.shortestPath.hops[0].foldedIn });
  for (const { foldedIn } of foldedAnswer.nodes) expect(foldedIn).toEqual([]);

  const large = await ask({ limit: 1, reveal: ids(hops) });
  expect(large.shortestPath.hops.flatMap(({ foldedIn }: { foldedIn: string[] }) => foldedIn)).toEqual([]);
  expect(large.nodes.length).toBe(
    foldedAnswer.nodes.length +
      foldedAnswer.shortestPath.hops.filter((hop: { foldedIn: string[] }) => hop.foldedIn.length > 0).length,
  );
});

test('a fold in a question stands for all its contents', async () => {
  const requestedQuery = `query ($id: UUID!, $of: UUID!, $ids: [UUID!]!, $root: UUID!, $detail: GraphDetailInput) { topology(id: $id) {
    graph(view: L2Physical, detail: $detail) { impactOf(ids: $ids, root: $root) { unreachable { id: stopId } stillReachable }
      shortestPath(from: $of, to: $root) { length } neighbors(of: $of) { nodes { id: elementId } } } } }`;
  const detail = { limit: 1 };
  const before = await graph({ detail });
  const [fold] = collapsedFolds(before).filter(({ basis }) => basis !== 'Contents');
  const ask = async (variables: object) =>
    (await world.member.query(requestedQuery, { id: smallId, detail, ...variables })).topology.graph;
  const root = rows.hostIds.at(-1)!;
  const { impactOf, neighbors, shortestPath } = await ask({ of: fold!.id, ids: [fold!.id], root });
  expect(impactOf.stillReachable).toBeLessThan(rows.hostIds.length);
  expect(neighbors.nodes.length).toBeGreaterThan(0);
  expect(shortestPath).not.toBeNull();
  const missing = await ask({ of: randomUUID(), ids: [randomUUID()], root });
  expect([missing.shortestPath, missing.neighbors.nodes]).toEqual([null, []]);
  expect(missing.impactOf.stillReachable).toBe(rows.hostIds.length);
});

test('the difference of two instants is counted in the folds that hide it', async () => {
  const { prisma, networkId } = world;
  const requestedQuery = `query ($id: UUID!, $from: DateTime!, $to: DateTime!, $detail: GraphDetailInput) {
    topologyDiff(topologyId: $id, view: L3Logical, from: $from, to: $to, detail: $detail) {
      nodeCounts { added removed changed } edgeCounts { added removed changed }
      folded { folds { id: foldId changeType label nodeCounts { added removed changed } edgeCounts { added removed changed } }
        foldedEdges { source target counts { added removed changed } } } } }`;
  const from = await databaseInstant(prisma);
  const host = await prisma.host.create({ data: { networkId, name: 'newcomer' } });
  const address = { networkId, hostId: host.id, subnetId: rows.subnetId, subnetCidr: '10.40.0.0/16' };
  await prisma.ipAddress.create({ data: { ...address, ipAddress: '10.40.9.9' } });
  await prisma.host.delete({ where: { id: rows.hostIds[39]! } });
  const to = await databaseInstant(prisma);
  const ask = async (detail?: object) =>
    (await world.member.query(requestedQuery, { id: smallId, from, to, detail })).topologyDiff;
  const { nodeCounts, folded } = await ask({ limit: 1 });
  expect(nodeCounts).toMatchObject({ added: 1, removed: 1 });
  for (const kind of ['added', 'removed', 'changed'])
    expect(sum(folded.folds.map((fold: { nodeCounts: Record<string, number> }) => fold.nodeCounts[kind]!))).toBe(
      nodeCounts[kind],
    );
  expect((await ask()).folded).toBeNull();
  expect((await ask({ limit: 1000 })).folded).toEqual({ folds: [], foldedEdges: [] });
  await prisma.host.delete({ where: { id: host.id } });
});

test('a newly entered location is used by the next answer', async () => {
  const { prisma } = world;
  const locateLabels = async () =>
    (await graph({ view: 'Workloads', detail: { limit: 1, groupBy: 'Location' } })).folds.map(({ label }) => label);
  expect(await locateLabels()).not.toContain('Main Hall');
  const ids = rows.hostIds.slice(0, 3);
  await prisma.host.updateMany({ where: { id: { in: ids } }, data: { sysLocation: 'Main Hall, floor 2' } });
  expect(await locateLabels()).toContain('Main Hall');
  await prisma.host.updateMany({ where: { id: { in: ids } }, data: { sysLocation: null } });
});

describe('the graph of a saved view', () => {
  const all = ['NeighborLink', 'PhysicalLink', 'SameHost'];
  const open = { edgeTypes: all, hiddenCategories: [], hiddenMachines: [], hiddenTagIds: [] };
  const save = async (state: object, more: object = {}): Promise<string> => {
    const createdView = await world.member.query(
      'mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { id } }',
      { input: { topologyId: smallId, name: `view ${randomUUID()}`, view: 'L2Physical', state, ...more } },
    );
    return createdView.createSavedView.id;
  };
  const drawGraph = async (id: string, fields = picture) =>
    (await world.member.query(`query ($id: UUID!) { savedView(id: $id) { graph { ${fields} } } }`, { id })).savedView
      .graph;

  test('is folded as saved, without hidden elements, which are explained by the view', async () => {
    const detail = { limit: 5 };
    expect(await drawGraph(await save({ detail, ...open }))).toEqual(await graph({ detail }));
    expect(await drawGraph(await save(open))).toEqual(await graph({}));
    const why = `linked: whyHidden(entityId: "${rows.interfaceIds[0]}", otherId: "${rows.interfaceIds[1]}") { reason }
      host: whyHidden(entityId: "${rows.hostIds[0]}") { reason }`;
    const seenView = await drawGraph(await save({ detail, ...open }), why);
    expect([seenView.linked.reason, seenView.host.reason]).toEqual(['Shown', 'Shown']);
    const unlinkedView = await drawGraph(await save({ detail, ...open, edgeTypes: [] }), `${picture} ${why}`);
    expect(unlinkedView.nodes).toEqual((await graph({ detail })).nodes);
    expect([unlinkedView.edges, unlinkedView.foldedEdges]).toEqual([[], []]);
    expect([unlinkedView.linked.reason, unlinkedView.host.reason]).toEqual(['SavedViewFilter', 'Shown']);
    const untaggedView = await drawGraph(await save({ ...open, hiddenTagIds: [rows.tagId] }), `${picture} ${why}`);
    expect([untaggedView.nodes, untaggedView.edges, untaggedView.host.reason]).toEqual([[], [], 'SavedViewFilter']);
    const real = await drawGraph(await save({ ...open, hiddenMachines: ['BareMetal'] }), `${picture} ${why}`);
    expect([real.nodes, real.host.reason]).toEqual([[], 'SavedViewFilter']);
  });

  test.each(topologyViews)('%s: its images show the edges that its filters choose, and no others', async (view) => {
    const edgesIn = async (state: object) => {
      const id = await save(state, { view });
      const { edges, svg, drawio } = await drawGraph(
        id,
        'edges { id: elementId edgeType } svg: export(format: Svg) drawio: export(format: Drawio)',
      );
      const drawnIds = [...(svg as string).matchAll(/ data-edge="([^"]+)"/g)].map(([, edgeId]) => edgeId!);
      const ids = (edges as { id: string }[]).map((edge) => edge.id);
      expect({ state, drawnIds: drawnIds.sort() }).toEqual({ state, drawnIds: ids.toSorted() });
      expect((drawio as string).match(/ edge="1"/g) ?? []).toHaveLength(ids.length);
      return edges as { edgeType: string }[];
    };
    // A virtual machine, whose line to its hypervisor is hidden by default in the view of subnets.
    const [hostId, virtualizationServiceId] = [rows.hostIds[5]!, rows.serviceIds[0]!];
    await world.prisma.host.update({ where: { id: hostId }, data: { virtualizationServiceId } });
    await edgesIn({});
    await edgesIn({ edgeTypes: [] });
    const types = new Set((await edgesIn({ edgeTypes })).map(({ edgeType }) => edgeType));
    expect(types.size).toBeGreaterThan(0);
    for (const type of types) {
      const shownTypes = new Set((await edgesIn({ edgeTypes: [type] })).map(({ edgeType }) => edgeType));
      expect([...shownTypes]).toEqual([type]);
      await edgesIn({ edgeTypes: edgeTypes.filter((one) => one !== type) });
    }
    await world.prisma.host.update({ where: { id: hostId }, data: { virtualizationServiceId: null } });
  });

  test('has node ids of its own, which users who can read the view can look up', async () => {
    const names = 'nodeId nodes { nodeId } edges { nodeId } folds { nodeId } foldedEdges { nodeId }';
    const id = await save({ detail: { limit: 5 }, ...open });
    const answer = await drawGraph(id, names);
    const [folds, foldedEdges] = [answer.folds, answer.foldedEdges];
    const someNodes = [answer, answer.nodes[0], answer.edges[0], folds[0], foldedEdges[0]].flatMap(
      (one) => one?.nodeId ?? [],
    );
    expect(someNodes.length).toBeGreaterThanOrEqual(4);
    const requestedQuery = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }';
    expect((await world.member.query(requestedQuery, { ids: someNodes })).nodes).toEqual(
      someNodes.map((nodeId) => ({ nodeId })),
    );
    const plain = await world.member.query(
      `query ($id: UUID!) { topology(id: $id) { graph(view: L2Physical, detail: { limit: 5 }) { ${names} } } }`,
      { id: smallId },
    );
    expect(plain.topology.graph.nodes.map((one: object) => Object.values(one)[0])).not.toContain(someNodes[1]);
    // Only the user who saved the view can see it.
    const { body } = await world.owner.graphql(requestedQuery, { ids: someNodes });
    expect(body.data.nodes).toEqual(someNodes.map(() => null));
    const extensions = { code: 'entity_not_found', params: { entity: 'SavedView', id } };
    expect(body.errors[0]).toMatchObject({ extensions });
  });

  test('has the instant of the view or of the request, and is null if the topology was deleted', async () => {
    const { prisma, networkId } = world;
    const then = await databaseInstant(prisma);
    const shownView = await save(open, { view: 'L3Logical', shownAt: then.toISOString() });
    const live = await save(open, { view: 'L3Logical' });
    const savedInstant = await databaseInstant(prisma);
    const host = await prisma.host.create({ data: { networkId, name: 'newcomer' } });
    const address = { networkId, hostId: host.id, subnetId: rows.subnetId, subnetCidr: '10.40.0.0/16' };
    const { id: newcomer } = await prisma.ipAddress.create({ data: { ...address, ipAddress: '10.40.9.8' } });
    const nodesIn = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
    expect(nodesIn(await drawGraph(live))).toContain(newcomer);
    expect(nodesIn(await drawGraph(shownView))).not.toContain(newcomer);
    const past = `query ($id: UUID!, $at: DateTime!) { asOf(instant: $at) { savedView(id: $id) { graph { ${picture} nodeId } } } }`;
    const before = (await world.member.query(past, { id: live, at: savedInstant })).asOf.savedView.graph;
    expect(nodesIn(before)).not.toContain(newcomer);
    const again = await world.member.query(
      'query ($id: ID!) { node(nodeId: $id) { nodeId ... on TopologyGraph { nodes { id: elementId } } } }',
      {
        id: before.nodeId,
      },
    );
    expect(again.node).toEqual({ nodeId: before.nodeId, nodes: before.nodes });

    const snapshot = await world.member.rest.post('/snapshots', {
      network_id: networkId,
      name: `then ${randomUUID()}`,
    });
    const pinnedTopology = await prisma.topology.findFirstOrThrow({ where: { snapshotId: snapshot.body.data.id } });
    const ofSnapshot = await save(open, { topologyId: pinnedTopology.id });
    await prisma.ipAddress.delete({ where: { id: newcomer } });
    await world.member.query(
      'mutation ($id: UUID!, $input: UpdateSavedViewInput!) { updateSavedView(id: $id, input: $input) { id } }',
      {
        ...{ id: ofSnapshot, input: { view: 'L3Logical' } },
      },
    );
    expect(nodesIn(await drawGraph(ofSnapshot))).toContain(newcomer);
    const keptInstant = await databaseInstant(prisma);
    expect((await world.member.rest.delete(`/snapshots/${snapshot.body.data.id}`)).status).toBe(200);
    expect((await world.member.query(past, { id: ofSnapshot, at: keptInstant })).asOf.savedView).toEqual({
      graph: null,
    });
    await prisma.host.delete({ where: { id: host.id } });
  });

  test('takes as many statements for several views of one network as for one', async () => {
    const ids = [await save(open), await save({ ...open, detail: { limit: 5 } }), await save(open)];
    const requestedQuery = `query ($ids: [UUID!]!) { savedViews(filter: { id: { in: $ids } }) { nodes { graph { ${picture} } } } }`;
    const countStatements = (someIds: readonly string[]) =>
      world.queries.countNeeded(() => world.member.query(requestedQuery, { ids: someIds }));
    const one = await countStatements(ids.slice(0, 1));
    expect(await countStatements(ids)).toBe(one);
  });
});

describe('400', () => {
  test.each([
    ['a limit of none', { limit: 0 }, 'validation_out_of_range'],
    ['a limit beyond the largest graph', { limit: 100_001 }, 'validation_out_of_range'],
    [
      'more folds than can be open',
      { expanded: Array.from({ length: 1001 }, () => randomUUID()) },
      'validation_out_of_range',
    ],
    ['an id that is none', { reveal: ['x'] }, 'validation_invalid_format'],
    ['an unknown grouping', { groupBy: 'Colour' }, 'validation_invalid_format'],
  ])('%s', async (_what, detail, code) => {
    const reply = await world.member.graphql(document, { id: smallId, view: 'L2Physical', detail });
    expect(reply.body.errors[0].extensions).toMatchObject({ code });
  });
});

test('null is the default, and folding needs no further database statements', async () => {
  const noDetail = { limit: null, groupBy: null, expanded: null, reveal: null };
  expect(await graph({ detail: noDetail })).toEqual(await graph({ detail: {} }));
  const whole = await world.queries.countNeeded(() => graph({}));
  expect(await world.queries.countNeeded(() => graph({ detail: { limit: 1 } }))).toBe(whole);
});

test("folding reveals nothing more: another organization's topology is not found", async () => {
  const reply = await world.stranger.graphql(document, { id: smallId, view: 'L2Physical', detail: { limit: 1 } });
  expect(reply.body.errors[0].extensions).toMatchObject({ code: 'entity_not_found' });
});
