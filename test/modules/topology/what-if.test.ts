// Tests what-if changes of a network over REST and GraphQL: the resulting graph, impact, checks and difference.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';
import { createAgent } from '../../mcp/agents';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
/** A chain of four switches, in which a cable connects each switch to the next switch. */
let hostIds: string[];
let id: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId } = world;
  hostIds = [];
  let remoteInterfaceId = '';
  for (const name of ['a', 'b', 'c', 'd']) {
    const role = { role: 'Switch', roleSource: 'Manual' } as const;
    const { id: hostId } = await prisma.host.create({ data: { networkId, name, ...role } });
    const [down, up] = await Promise.all(
      ['down', 'up'].map((ifName) =>
        prisma.interface.create({ data: { networkId, hostId, ifName, operStatus: 'Up' } }),
      ),
    );
    if (remoteInterfaceId !== '') {
      const data = { networkId, interfaceId: down!.id, remoteInterfaceId, protocol: 'LLDP' } as const;
      await prisma.interfaceNeighbor.create({ data });
    }
    remoteInterfaceId = up!.id;
    hostIds.push(hostId);
  }
  id = (await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
});
afterEach(() => world.prisma.check.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(async () => {
  await world.prisma.host.deleteMany({ where: { id: { in: hostIds } } });
  await world.close();
});

const errorFields = 'errors { index code message params }';
async function suppose(changes: readonly object[], selection: string): Promise<Json> {
  const document = `query($id: UUID!, $changes: [SupposedChangeInput!]!) {
    topology(id: $id) { whatIf(changes: $changes) { ${errorFields} ${selection} } } }`;
  return (await world.viewer.query(document, { id, changes })).topology.whatIf;
}
const fails = (index: number) => ({ hostFails: { hostId: hostIds[index] } });
const stops = ({ unreachable }: Json): string[] => unreachable.map(({ stopId }: Json) => stopId);
const impact = 'impact(view: L2Physical) { unreachableCount stillReachable unreachable { stopId host { id } } }';

test('what is cut off, seen from the largest part that is left or from a root', async () => {
  const [first, , third, last] = hostIds;
  const answer = await suppose([fails(1)], impact);
  expect(answer).toEqual({
    errors: [],
    impact: { unreachableCount: 1, stillReachable: 2, unreachable: [{ stopId: first, host: { id: first } }] },
  });
  const answerFromRoot = await suppose(
    [fails(1)],
    `impact(root: "${first}") { unreachable { stopId } stillReachable }`,
  );
  expect([stops(answerFromRoot.impact).sort(), answerFromRoot.impact.stillReachable]).toEqual([
    [third, last].sort(),
    1,
  ]);
});

test('what is reached another way, seen from a root; with its folds if the network is folded', async () => {
  const { prisma, networkId } = world;
  const [first, second, third, last] = hostIds as [string, string, string, string];
  const [one, other] = await Promise.all(
    [first, last].map((hostId) => prisma.interface.create({ data: { networkId, hostId, ifName: 'spare' } })),
  );
  const ring = { portsConnected: { interfaceId: one!.id, otherInterfaceId: other!.id } };
  const ask = (changes: readonly object[], more = '') =>
    suppose(changes, `rerouted(root: "${first}" ${more}) { stopId host { id } foldedIn } ${impact}`);
  const { rerouted } = await ask([ring]);
  // The new cable closes the chain to a ring. So the root, the first switch, reaches the last switch directly, and the
  // third switch by two paths.
  expect(rerouted.map(({ stopId }: Json) => stopId)).toEqual([third, last].sort());
  expect(rerouted[0]).toMatchObject({ host: { id: rerouted[0].stopId }, foldedIn: [] });
  expect((await ask([ring, fails(1)])).rerouted.map(({ stopId }: Json) => stopId)).toEqual([third, last].sort());
  expect((await ask([fails(3)])).rerouted).toEqual([]);
  expect((await ask([fails(0)])).rerouted).toEqual([]);
  const folded = await ask([ring], ', detail: { limit: 1, foldAbove: 1, groupBy: Kind }');
  expect(folded.rerouted.every(({ foldedIn }: Json) => foldedIn.length > 0)).toBe(true);
  const unknown = await suppose([{ hostFails: { hostId: randomUUID() } }], `rerouted(root: "${second}") { stopId }`);
  expect([unknown.errors.length, unknown.rerouted]).toEqual([1, null]);
  await prisma.interface.deleteMany({ where: { id: { in: [one!.id, other!.id] } } });
});

test('a root that the view does not have is an error', async () => {
  const document = `query($id: UUID!, $root: UUID!) { topology(id: $id) { whatIf(changes: []) {
    impact(root: $root) { stillReachable } } } }`;
  const root = randomUUID();
  expect(await world.viewer.refusal(document, { id, root })).toEqual({
    code: 'entity_not_found',
    params: { entity: 'GraphNode', id: root },
  });
});

test('the supposed graph answers all questions, and its nodes are found again by their ids', async () => {
  const [first, , , last] = hostIds;
  const path = `graph(view: L2Physical) { id: nodeId cursor shortestPath(from: "${first}", to: "${last}") { length }
    nodes { nodeId elementId } }`;
  const whole = (await suppose([], path)).graph;
  expect(whole.shortestPath).toEqual({ length: 3 });
  const { graph } = await suppose([fails(1)], path);
  expect([graph.shortestPath, graph.cursor]).toEqual([null, null]);
  expect(graph.nodes.length).toBeGreaterThan(0);
  expect(graph.nodes.length).toBeLessThan(whole.nodes.length);
  const nodeIds = [graph.nodes[0].nodeId, graph.id];
  const answer = await world.viewer.query('query($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }', { ids: nodeIds });
  expect(answer.nodes.map(({ nodeId }: Json) => nodeId)).toEqual(nodeIds);
  const forged = Buffer.from(graph.id, 'base64url').toString().replace('HostFails', 'HostFlies');
  const { body } = await world.viewer.graphql('query($id: ID!) { node(nodeId: $id) { nodeId } }', {
    id: Buffer.from(forged).toString('base64url'),
  });
  expect(body.errors[0].extensions.code).toBe('validation_invalid_format');
});

test('checks before and after, those that differ first; accepted findings are set aside; nothing is written', async () => {
  const { prisma, organizationId, networkId } = world;
  const create = (name: string, rule: object) =>
    world.owner.rest
      .post('/checks', { name, network_ids: [networkId], rule })
      .then(({ body }) => body.data.id as string);
  await create('a passing one', { type: 'NoOverlappingSubnets' });
  const ends = { view: 'L2Physical', from_host_id: hostIds[0], to_host_id: hostIds[3] };
  const wayCheckId = await create('way', { type: 'WayExists', ...ends });
  const before = await databaseInstant(prisma);
  const selection = `checks { checkId check { name } isDifferent before { state } after { state findingCount
    findings { key isAccepted } } newFindings { key code elementIds } }`;
  const { checks } = await suppose([fails(1)], selection);
  expect(checks.map(({ check, isDifferent }: Json) => [check.name, isDifferent])).toEqual([
    ['way', true],
    ['a passing one', false],
  ]);
  expect(checks[0]).toMatchObject({ after: { state: 'Failing', findingCount: 1 }, newFindings: [{ code: 'no_way' }] });
  expect(checks[0].before.state).toBe('Passing');
  const place = { checkId: wayCheckId, networkId, organizationId };
  await prisma.checkAcceptance.create({ data: { ...place, findingKey: checks[0].newFindings[0].key } });
  const again = (await suppose([fails(1)], selection)).checks.find(({ checkId }: Json) => checkId === wayCheckId);
  expect(again.after).toMatchObject({ state: 'Passing', findings: [{ isAccepted: true }] });
  const written = await prisma.networkChange.count({ where: { networkId, changedAt: { gt: before } } });
  expect(written).toBe(0);
  expect(await prisma.checkVerdict.count({ where: { networkId } })).toBe(0);
});

test('a check with a query is Unknown with the reason, whatever it says of the network as it is', async () => {
  const { networkId } = world;
  const rule = {
    ...{ type: 'QueryFindsNothing', expression: 'hosts.nodes' },
    document: 'query ($networkId: UUID!) { hosts(networkId: $networkId, first: 100) { nodes { id } } }',
  };
  const created = await world.owner.rest.post('/checks', { name: 'own', network_ids: [networkId], rule });
  const selection = `checks { checkId isDifferent newFindings { key }
    before { state missing { code } } after { state findingCount missing { code message } } }`;
  expect((await suppose([fails(1)], selection)).checks).toEqual([
    {
      ...{ checkId: created.body.data.id, isDifferent: false, newFindings: [] },
      before: { state: 'Unknown', missing: [{ code: 'query_reads_no_supposition' }] },
      after: {
        ...{ state: 'Unknown', findingCount: 0 },
        missing: [
          {
            code: 'query_reads_no_supposition',
            message: 'The query reads the network without the what-if changes.',
          },
        ],
      },
    },
  ]);
});

test('the difference is between the network as it is and the supposed one', async () => {
  const selection = `diff(view: L2Physical) { view nodeCounts { removed added } edgeCounts { removed added }
    nodes(first: 50) { nodes { changeType before { header } after { header } } } }`;
  const { diff } = await suppose([{ hostRemoved: { hostId: hostIds[3] } }], selection);
  expect(diff).toMatchObject({ view: 'L2Physical', edgeCounts: { removed: 1, added: 0 }, nodeCounts: { added: 0 } });
  expect(diff.nodeCounts.removed).toBeGreaterThan(0);
  expect(diff.nodes.nodes).toContainEqual({ changeType: 'Removed', before: { header: 'd' }, after: null });
});

test('a device is added, and a later change may name it', async () => {
  const [hostId, interfaceId, other] = [randomUUID(), randomUUID(), randomUUID()];
  const { prisma, networkId } = world;
  const free = await prisma.interface.create({ data: { networkId, hostId: hostIds[3]!, ifName: 'spare' } });
  const ports = [
    { interfaceId, name: '1', connectedTo: free.id },
    { interfaceId: other, name: '2' },
  ];
  const device = { deviceAdded: { hostId, name: 'New', ports } };
  const path = `graph(view: L2Physical) {
    shortestPath(from: "${hostIds[0]}", to: "${hostId}") { length hops { stopId host { id } } } }`;
  const { graph, errors } = await suppose([device], path);
  expect(errors).toEqual([]);
  expect(graph.shortestPath.length).toBe(4);
  expect(graph.shortestPath.hops.at(-1)).toEqual({ stopId: hostId, host: null });
  const unplugged = await suppose([device, { portDisconnected: { interfaceId } }], path);
  expect(unplugged.graph.shortestPath).toBeNull();
  await prisma.interface.delete({ where: { id: free.id } });
});

test('a device with the id of a row of another kind is an error of the change', async () => {
  const { prisma, networkId } = world;
  const subnet = await prisma.subnet.create({
    data: { networkId, name: 'taken', cidr: '10.99.0.0/24', subnetType: 'Lan' },
  });
  const device = { deviceAdded: { hostId: subnet.id, name: 'New', ports: [] } };
  const path = `graph(view: L3Logical) { shortestPath(from: "${hostIds[0]}", to: "${hostIds[1]}") { length } }`;
  expect(await suppose([device], path)).toMatchObject({
    errors: [{ index: 0, code: 'id_in_use', params: { id: subnet.id } }],
    graph: null,
  });
  await prisma.subnet.delete({ where: { id: subnet.id } });
});

test('changes that are not possible are named, and nothing else is answered', async () => {
  const missing = randomUUID();
  const changes = [fails(0), { hostFails: { hostId: missing } }, { portDisconnected: { interfaceId: missing } }];
  const selection = `graph(view: L2Physical) { view } ${impact} checks { checkId } diff(view: L2Physical) { view }`;
  expect(await suppose(changes, selection)).toEqual({
    errors: [
      { index: 1, code: 'no_such_host', message: `No host has the id ${missing}.`, params: { id: missing } },
      { index: 2, code: 'no_such_interface', message: `No interface has the id ${missing}.`, params: { id: missing } },
    ],
    ...{ graph: null, impact: null, checks: null, diff: null },
  });
});

test('REST supposes what GraphQL does, and the past and snapshots have suppositions of their own', async () => {
  const before = await databaseInstant(world.prisma);
  const late = await world.prisma.host.create({ data: { networkId: world.networkId, name: 'late' } });
  const changes = [{ type: 'HostFails', host_id: late.id }];
  const { body, status } = await world.viewer.rest.post(`/topology/${id}/what-if`, { changes });
  expect([status, body.data.what_if.errors, body.data.what_if.impact.unreachable_count]).toEqual([200, [], 0]);
  const document = `query($id: UUID!, $at: DateTime!, $host: UUID!) { asOf(instant: $at) { topology(id: $id) {
    whatIf(changes: [{ hostFails: { hostId: $host } }]) { ${errorFields} } } } }`;
  const past = await world.viewer.query(document, { id, at: before.toISOString(), host: late.id });
  expect(past.asOf.topology.whatIf.errors).toMatchObject([{ index: 0, code: 'no_such_host' }]);
  const many = Array.from({ length: 51 }, () => changes[0]);
  const refused = await world.viewer.rest.post(`/topology/${id}/what-if`, { changes: many });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_out_of_range']);
  // If `view` is missing, a default view is used. Null is refused.
  const withoutView = await world.viewer.rest.post(`/topology/${id}/what-if`, { changes, view: null });
  expect([withoutView.status, withoutView.body.code, withoutView.body.params]).toEqual([
    ...[400, 'validation_required'],
    { field: 'view' },
  ]);
  await world.prisma.host.delete({ where: { id: late.id } });
});

test('machines that forwarding tables alone know are counted on request, and by MCP always', async () => {
  const { prisma, networkId } = world;
  const mac = '3c:52:82:00:00:77';
  const pc = await prisma.host.create({ data: { networkId, name: 'pc' } });
  await prisma.interface.create({ data: { networkId, hostId: pc.id, ifName: 'eth0', macAddress: mac } });
  const port = { networkId, hostId: hostIds[3]!, ifName: 'edge', operStatus: 'Up' as const, fdbMacs: [mac] };
  const { id: portId } = await prisma.interface.create({ data: port });
  const changes = [{ type: 'HostFails', host_id: hostIds[2] }];
  const cutOff = async (more: object) => {
    const { body } = await world.viewer.rest.post(`/topology/${id}/what-if`, { changes, root_id: hostIds[0], ...more });
    return body.data.what_if.impact.unreachable.map((one: Json) => one.host.display_name);
  };
  expect(await cutOff({})).toEqual(['d']);
  expect((await cutOff({ optional_edge_types: ['LearnedMachine'] })).sort()).toEqual(['d', 'pc']);
  const plan = await world.member.rest.post('/plans', { network_id: networkId, name: 'c fails', changes });
  const path = `/plans/${plan.body.data.id}/what-if?root_id=${hostIds[0]}&optional_edge_types=LearnedMachine`;
  expect((await world.viewer.rest.get(path)).body.data.what_if.impact.unreachable_count).toBe(2);
  const agent = await createAgent(world.url, world.key);
  const answer = await agent.ask('what_if', {
    networkId,
    root: hostIds[0],
    changes: [{ type: 'HostFails', hostId: hostIds[2] }],
  });
  expect(answer.whatIf.impact.unreachableCount).toBe(2);
  await agent.client.close();
  await prisma.plan.deleteMany({ where: { id: plan.body.data.id } });
  await prisma.interface.deleteMany({ where: { id: portId } });
  await prisma.host.delete({ where: { id: pc.id } });
});
