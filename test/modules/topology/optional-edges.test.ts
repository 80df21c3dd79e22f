// Tests edge types that a request adds to those of the topology's options: in graphs, live graphs, differences and
// saved views.
import { openSubscription } from '../../support/events';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
let id: string;
let before: Date;
const hostIds: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId } = world;
  ({ id } = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } }));
  before = await databaseInstant(prisma);
  const ports: string[][] = [];
  for (const name of ['left', 'right']) {
    const host = await prisma.host.create({ data: { networkId, name } });
    const port = (ifIndex: number, more = {}) =>
      prisma.interface.create({
        data: { networkId, hostId: host.id, ifIndex, ifDescr: `${name} ${ifIndex}`, ...more },
      });
    const aggregate = await port(9);
    const members = [];
    for (const ifIndex of [1, 2]) members.push(await port(ifIndex, { aggregateId: aggregate.id }));
    await port(3);
    hostIds.push(host.id);
    ports.push(members.map((one) => one.id));
  }
  for (const [index, interfaceId] of ports[0]!.entries())
    await prisma.interfaceNeighbor.create({
      data: { networkId, interfaceId, remoteInterfaceId: ports[1]![index]!, protocol: 'LLDP', basis: 'LLDP' },
    });
  await prisma.routingNeighbor.create({
    data: {
      networkId,
      hostId: hostIds[0]!,
      neighborHostId: hostIds[1]!,
      protocol: 'Ospf',
      state: 'Full',
      neighborAddress: '10.0.0.2',
    },
  });
});
afterAll(() => world.close());

const kindsOf = (edges: Json[]): string[] => edges.map(({ edgeType }) => edgeType).sort();
const drawnId = 'nodeId edges { nodeId elementId edgeType } nodes { id: elementId }';
const graphOf = async (args: string): Promise<Json> =>
  (await world.owner.query(`{ topology(id: "${id}") { graph(view: L2Physical${args}) { ${drawnId} } } }`)).topology
    .graph;
const [cable, aggregate, routing] = ['PhysicalLink', 'AggregateLink', 'RoutingNeighbor'];

test('a graph has the requested optional kinds of edges, each once, and no others', async () => {
  expect(kindsOf((await graphOf('')).edges)).toEqual([cable, cable]);
  expect(kindsOf((await graphOf(', optionalEdgeTypes: []')).edges)).toEqual([cable, cable]);
  expect((await graphOf(', optionalEdgeTypes: []')).nodeId).toBe((await graphOf('')).nodeId);
  const both = await graphOf(', optionalEdgeTypes: [RoutingNeighbor, AggregateLink]');
  expect(kindsOf(both.edges)).toEqual([aggregate, cable, cable, routing]);
  expect((await graphOf(', optionalEdgeTypes: [AggregateLink, RoutingNeighbor]')).nodeId).toBe(both.nodeId);
  const { status, body } = await world.owner.graphql(
    `{ topology(id: "${id}") { graph(view: L2Physical, optionalEdgeTypes: [AggregateLink, AggregateLink, AggregateLink, AggregateLink, AggregateLink, AggregateLink]) { nodeId } } }`,
  );
  expect([status, body.errors?.[0]?.extensions?.code]).toEqual([200, 'validation_out_of_range']);
});

test('requested kinds are added to the saved options and to options of the request', async () => {
  const unlinkedNodes = (
    await graphOf(', options: { hideMetadataValues: { L2Physical: { Interface: { LinkState: [] } } } }')
  ).nodes;
  const all = await graphOf(
    ', options: { optionalEdgeTypes: [RoutingNeighbor], hideMetadataValues: { L2Physical: { Interface: { LinkState: [] } } } }, optionalEdgeTypes: [AggregateLink]',
  );
  expect(kindsOf(all.edges)).toEqual([aggregate, cable, cable, routing]);
  // The requested edge types do not change the nodes.
  expect(all.nodes).toEqual(unlinkedNodes);

  const savedReply = await world.member.rest.put(`/topology/${id}`, {
    options: { request: { hide_metadata_values: { L2Physical: { Interface: { LinkState: [] } } } } },
  });
  expect(savedReply.status).toBe(200);
  const shownGraph = await graphOf(', optionalEdgeTypes: [AggregateLink]');
  expect(shownGraph.nodes.length).toBe(all.nodes.length);
  expect((await world.member.rest.put(`/topology/${id}`, { options: null })).status).toBe(200);
});

test('graph and edges are found by their node ids; an unknown key is refused', async () => {
  const graph = await graphOf(', optionalEdgeTypes: [AggregateLink]');
  const node = (nodeId: string) =>
    world.owner.graphql(
      'query ($id: ID!) { node(nodeId: $id) { nodeId ... on TopologyGraph { edges { elementId } } } }',
      {
        id: nodeId,
      },
    );
  const { data } = (await node(graph.nodeId)).body;
  expect(data.node.edges).toEqual(graph.edges.map(({ elementId }: Json) => ({ elementId })));
  for (const { nodeId } of graph.edges) expect((await node(nodeId)).body.data.node).toMatchObject({ nodeId });
  const text = Buffer.from(graph.nodeId, 'base64url').toString();
  for (const forgedList of [
    '["RoutingNeighbor","AggregateLink"]',
    '["Nonsense"]',
    '"AggregateLink"',
    '[]',
    '[null]',
    '{}',
  ]) {
    const changedCursor = text.replace('["AggregateLink"]', forgedList);
    expect(changedCursor).not.toBe(text);
    const { body } = await node(Buffer.from(changedCursor).toString('base64url'));
    expect([forgedList, body.errors?.[0]?.extensions?.code]).toEqual([forgedList, 'validation_invalid_format']);
  }
});

test('live graphs and differences have the optional edges', async () => {
  const live = `subscription { topologyGraphChanges(topologyId: "${id}", view: L2Physical, optionalEdgeTypes: [AggregateLink], rows: true) {
    isWhole cursor addedEdges { edgeType } } }`;
  const events = await openSubscription(world.url, live, world.owner.credential);
  const first = (await events.next()) as Json;
  expect(kindsOf(first.data.topologyGraphChanges.addedEdges)).toEqual([aggregate, cable, cable]);
  events.leave();
  const diff = `{ topologyDiff(topologyId: "${id}", view: L2Physical, from: "${before.toISOString()}", optionalEdgeTypes: [AggregateLink]) {
    edges { nodes { after { edgeType } } } } }`;
  const { topologyDiff } = await world.owner.query(diff);
  expect(kindsOf(topologyDiff.edges.nodes.map(({ after }: Json) => after))).toEqual([aggregate, cable, cable]);
});

test('a saved view has the optional edges that it shows', async () => {
  const graphOfView = async (edgeTypes: string[] | null): Promise<string[]> => {
    const input = { topologyId: id, name: `view ${edgeTypes?.join()}`, view: 'L2Physical', state: { edgeTypes } };
    const document = `mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { graph { edges { edgeType } } } }`;
    return kindsOf((await world.member.query(document, { input })).createSavedView.graph.edges);
  };
  expect(await graphOfView(null)).toEqual([cable, cable]);
  expect(await graphOfView([cable!, aggregate!])).toEqual([aggregate, cable, cable]);
  expect(await graphOfView([aggregate!])).toEqual([aggregate]);
});
