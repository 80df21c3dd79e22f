// The difference of a view between two instants equals the difference of its two graphs, over REST and GraphQL.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { databaseInstant } from '../../support/instants';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let topologyId: string;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, { networkId: world.networkId, organizationId: world.organizationId }, 5);
  ({ id: topologyId } = await world.prisma.topology.findFirstOrThrow({
    where: { networkId: world.networkId, snapshotId: null },
  }));
});
afterAll(() => world.close());

const change = 'id: elementId changeType fields { field from to }';
const query = `query ($id: UUID!, $view: TopologyView!, $from: DateTime!, $to: DateTime, $options: TopologyRequestOptionsInput,
    $first: Int, $after: String, $last: Int, $before: String, $types: [ChangeType!], $edges: [EdgeType!],
    $containers: [GraphContainerType!], $elements: [GraphElementType!]) {
  topologyDiff(topologyId: $id, view: $view, from: $from, to: $to, options: $options) {
    view from to nodeCounts { added removed changed } edgeCounts { added removed changed }
    nodes(first: $first, after: $after, last: $last, before: $before, changeTypes: $types,
        containerTypes: $containers, elementTypes: $elements) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { ${change} before { id: elementId header nodeType } after { id: elementId header nodeType ... on GraphElement { host { name } } } } }
    edges(edgeTypes: $edges) { totalCount nodes { ${change} before { id: elementId edgeType label } after { id: elementId edgeType label } } }
  } }`;
const ask = async (view: string, from: Date, to: Date | null, more: object = {}, caller: Caller = world.owner) =>
  (await caller.query(query, { id: topologyId, view, from, to, ...more })).topologyDiff;
interface Page {
  nodes: NodeChange[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}
interface NodeChange {
  id: string;
  changeType: string;
  fields: { field: string; from: unknown; to: unknown }[];
  before: { header: string } | null;
  after: { header: string } | null;
}

test('added and removed addresses, renamed hosts and unplugged cables differ as in both graphs', async () => {
  const { prisma, networkId } = world;
  const from = await databaseInstant(prisma);
  const host = await prisma.host.create({ data: { networkId, name: 'newcomer' } });
  const address = await prisma.ipAddress.create({
    data: {
      networkId,
      hostId: host.id,
      subnetId: inventory.subnetId,
      subnetCidr: '10.40.0.0/16',
      ipAddress: '10.40.9.9',
    },
  });
  await prisma.host.delete({ where: { id: inventory.hostIds[4]! } });
  await prisma.host.update({ where: { id: inventory.hostIds[1]! }, data: { name: 'renamed' } });
  const to = await databaseInstant(prisma);
  const logical = await ask('L3Logical', from, to, { elements: ['IPAddress'] });
  const byId = new Map((logical.nodes.nodes as NodeChange[]).map((one) => [one.id, one]));
  expect([...byId.values()].map(({ id, changeType }) => [id, changeType]).sort()).toEqual(
    [
      [address.id, 'Added'],
      [inventory.addressIds[4], 'Removed'],
      [inventory.addressIds[1], 'Changed'],
    ].sort(),
  );
  expect(byId.get(address.id)).toMatchObject({
    before: null,
    after: { header: 'newcomer', host: { name: 'newcomer' } },
  });
  expect(byId.get(inventory.addressIds[1]!)!.fields).toEqual([{ field: 'header', from: 'host-1', to: 'renamed' }]);
  expect(logical.nodeCounts.added).toBe(1);

  // The difference must contain exactly the edges in which the graphs at the two instants differ.
  const idsAt = async (at: Date) => {
    const { topology } = await world.owner.query(
      `query ($id: UUID!, $at: DateTime!) @at(instant: $at) { topology(id: $id) { graph(view: L2Physical) { edges { id: elementId } } } }`,
      { id: topologyId, at },
    );
    return topology.graph.edges.map(({ id }: { id: string }) => id) as string[];
  };
  const [earlier, later] = [await idsAt(from), await idsAt(to)];
  const physical = await ask('L2Physical', from, to, { edges: ['PhysicalLink', 'NeighborLink'] });
  const changesOfType = (type: string) =>
    physical.edges.nodes.filter((one: NodeChange) => one.changeType === type).map(({ id }: NodeChange) => id);
  expect(changesOfType('Removed').sort()).toEqual(earlier.filter((id) => !later.includes(id)).sort());
  expect(changesOfType('Removed').length).toBeGreaterThan(0);
  expect(changesOfType('Added')).toEqual(later.filter((id) => !earlier.includes(id)));
  expect((await ask('L2Physical', from, to, { edges: ['SameHost'] })).edges.totalCount).toBe(0);

  const rest = await world.owner.rest.get(
    `/topology/${topologyId}/diff?view=L3Logical&from=${from.toISOString()}&to=${to.toISOString()}`,
  );
  expect(rest.status).toBe(200);
  expect(rest.body.data.node_counts).toEqual(logical.nodeCounts);
  expect(rest.body.data.nodes.find(({ id }: { id: string }) => id === address.id)).toMatchObject({
    ...{ change_type: 'Added', before: null },
    after: { node_type: 'Element', element_type: 'IPAddress', header: 'newcomer', host_id: host.id },
  });
  const csv = await world.owner.rest.get(
    `/topology/${topologyId}/diff/export/csv?view=L3Logical&from=${from.toISOString()}&to=${to.toISOString()}`,
  );
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.body).toContain(`Added,Element,IPAddress,${address.id},newcomer,,`);
});

test('one instant has no difference; before its creation a network is empty; reversed instants are refused', async () => {
  const now = await databaseInstant(world.prisma);
  for (const view of ['L2Physical', 'L3Logical', 'Workloads', 'Application']) {
    const sameDiff = await ask(view, now, now);
    expect([sameDiff.nodes.totalCount, sameDiff.edges.totalCount]).toEqual([0, 0]);
    const whole = await ask(view, new Date('2020-01-01T00:00:00Z'), now, { types: ['Added'] });
    expect(whole.nodeCounts).toEqual({ added: whole.nodes.totalCount, removed: 0, changed: 0 });
  }
  const variables = { id: topologyId, view: 'L3Logical', from: now, to: new Date(now.getTime() - 1000) };
  expect((await world.owner.refusal(query, variables)).code).toBe('validation_out_of_range');
});

test('pages of any size list all changes once, boxes first', async () => {
  const [from, to] = [new Date('2020-01-01T00:00:00Z'), await databaseInstant(world.prisma)];
  const whole = (await ask('L3Logical', from, to, { first: 1000 })).nodes.nodes as NodeChange[];
  expect(whole.length).toBeGreaterThan(5);
  const forwards: NodeChange[] = [];
  for (let after: string | null = null; ;) {
    const page: Page = (await ask('L3Logical', from, to, { first: 2, after })).nodes;
    forwards.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(forwards).toEqual(whole);
  const backwards: NodeChange[] = [];
  for (let before: string | null = null; ;) {
    const page: Page = (await ask('L3Logical', from, to, { last: 3, before })).nodes;
    backwards.unshift(...page.nodes);
    if (!page.pageInfo.hasPreviousPage) break;
    before = page.pageInfo.startCursor;
  }
  expect(backwards).toEqual(whole);
  const boxes = (await ask('L3Logical', from, to, { containers: ['Subnet'] })).nodes;
  expect(boxes.nodes.map(({ id }: NodeChange) => id)).toEqual([inventory.subnetId]);
});

test('given options apply to both graphs; topologies of others or of networks out of reach are not found', async () => {
  const [from, to] = [new Date('2020-01-01T00:00:00Z'), await databaseInstant(world.prisma)];
  const hiddenDiff = await ask('L3Logical', from, to, { options: { hideEntities: { L3Logical: ['IPAddress'] } } });
  expect(
    hiddenDiff.nodes.nodes.every(({ after }: { after: { nodeType: string } }) => after.nodeType === 'Container'),
  ).toBe(true);
  const { id: other } = await world.prisma.topology.findFirstOrThrow({ where: { networkId: world.otherNetworkId } });
  for (const [caller, id] of [
    [world.stranger, topologyId],
    [world.narrowKey, other],
    [world.owner, randomUUID()],
  ] as const)
    expect(await caller.refusal(query, { id, view: 'L3Logical', from, to })).toEqual({
      ...{ code: 'entity_not_found', params: { entity: 'Topology', id } },
    });
});
