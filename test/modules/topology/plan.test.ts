// Plans over REST and GraphQL: what is stored and read back, who may read and write plans, and which changes of a plan
// the real network already has.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../support/instants';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
let hostId: string;
let ports: string[];
let vlanId: string;
/** A Member who can access only the first network. */
let one: Caller;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  vlanId = (await prisma.vlan.create({ data: { networkId, organizationId, name: 'v', vlanNumber: 9 } })).id;
  hostId = (await prisma.host.create({ data: { networkId, name: `host ${randomUUID()}` } })).id;
  const other = (await prisma.host.create({ data: { networkId, name: `host ${randomUUID()}` } })).id;
  ports = await Promise.all(
    [hostId, other].map(
      async (owner) =>
        (await prisma.interface.create({ data: { networkId, hostId: owner, ifName: 'ge-0', operStatus: 'Up' } })).id,
    ),
  );
  one = await world.addUser('Member', [networkId]);
});
afterEach(() => world.prisma.plan.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(() => world.close());

const connected = () => ({ type: 'PortsConnected', interface_id: ports[0], other_interface_id: ports[1] });
const tagged = () => ({ type: 'VlansSet', interface_id: ports[0], tagged_vlan_ids: [vlanId] });
const creation = (caller: Caller, more: object = {}) =>
  caller.rest.post('/plans', {
    ...{ network_id: world.networkId, name: `plan ${randomUUID()}`, changes: [connected()] },
    ...more,
  });
const create = async (caller: Caller, more: object = {}): Promise<Json> => {
  const { status, body, story } = await creation(caller, more);
  if (status !== 200) throw new Error(story);
  return body.data;
};

test('changes of all kinds are read as they were written, and can be written back', async () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const changes = [
    { type: 'HostFails', host_id: hostId },
    { type: 'HostRemoved', host_id: hostId },
    { type: 'InterfaceFails', interface_id: ports[0] },
    { type: 'InterfaceRemoved', interface_id: ports[0] },
    connected(),
    { type: 'PortDisconnected', interface_id: ports[0] },
    { type: 'VlansSet', interface_id: ports[0], tagged_vlan_ids: [a] },
    { type: 'VlansSet', interface_id: ports[0], native_vlan_id: a, tagged_vlan_ids: [] },
    { type: 'AddressMoved', ip_address_id: a, host_id: hostId, subnet_id: b, ip_address: '10.0.0.7' },
    {
      ...{ type: 'DeviceAdded', host_id: a, name: 'new', role: 'Switch' },
      ports: [{ interface_id: b, name: 'ge-0', connected_to: ports[0] }],
      addresses: [{ ip_address_id: c, subnet_id: b, ip_address: '10.0.0.8' }],
    },
  ];
  const plan = await create(one, { changes, description: 'all kinds' });
  expect(plan.changes).toEqual(changes);
  const { name, network_id: _network, ...rest } = plan;
  const put = await one.rest.put(`/plans/${plan.id}`, { name, description: rest.description, changes: plan.changes });
  expect([put.status, put.body.data.changes]).toEqual([200, changes]);
  const renamed = await one.rest.put(`/plans/${plan.id}`, { name: 'renamed', changes: [] });
  expect(renamed.body.data).toMatchObject({ name: 'renamed', changes: [] });
});

test('a plan asks what its topology is asked, and knows which changes hold', async () => {
  const { id } = await create(one, { changes: [connected(), tagged()] });
  const document = `query ($id: UUID!) { plan(id: $id) {
    progress { isReached reachedCount reached }
    whatIf { errors { code } impact { unreachableCount } checks { check { id } } diff(view: L2Physical) { edgeCounts { added } } }
  } }`;
  const { plan } = await one.query(document, { id });
  expect(plan.progress).toEqual({ isReached: false, reachedCount: 0, reached: [] });
  expect(plan.whatIf).toMatchObject({ errors: [], diff: { edgeCounts: { added: 1 } } });
  const topology = await world.prisma.topology.findFirstOrThrow({
    where: { networkId: world.networkId, snapshotId: null },
  });
  const changes = [
    { portsConnected: { interfaceId: ports[0], otherInterfaceId: ports[1] } },
    { vlansSet: { interfaceId: ports[0], taggedVlanIds: [vlanId] } },
  ];
  const whatIfDocument = `query ($id: UUID!, $changes: [SupposedChangeInput!]!) { topology(id: $id) { whatIf(changes: $changes) {
    errors { code } impact { unreachableCount } checks { check { id } } diff(view: L2Physical) { edgeCounts { added } } } } }`;
  expect(plan.whatIf).toEqual((await one.query(whatIfDocument, { id: topology.id, changes })).topology.whatIf);

  const data = { interfaceId: ports[0]!, remoteInterfaceId: ports[1]!, protocol: 'LLDP' } as const;
  const cable = await world.prisma.interfaceNeighbor.create({ data: { networkId: world.networkId, ...data } });
  const rest = (await one.rest.get(`/plans/${id}/what-if`)).body.data;
  expect(rest.progress).toEqual({ is_reached: false, reached_count: 1, reached: [0] });
  // A real cable now uses the port, so the what-if of the plan reports an error for the planned cable.
  expect(rest.what_if.errors).toMatchObject([{ index: 0, code: 'port_in_use' }]);
  await one.rest.put(`/plans/${id}`, { name: 'cable', changes: [connected()] });
  expect((await one.query(document, { id })).plan.progress).toEqual({ isReached: true, reachedCount: 1, reached: [0] });
  await world.prisma.interfaceNeighbor.delete({ where: { id: cable.id } });
});

test('the statements that a list of plans takes do not grow with the list', async () => {
  const document = `query ($networkId: UUID!) { plans(networkId: $networkId) { nodes {
    createdByUser { id } network { id } changes { type hostId } } } }`;
  const statements = () => world.queries.countNeeded(() => one.query(document, { networkId: world.networkId }));
  await create(one);
  const few = await statements();
  for (let index = 0; index < 5; index += 1) await create(one);
  expect(await statements()).toBe(few);
});

test('members who reach the network write its plans, viewers read them, others see none', async () => {
  const { id } = await create(one);
  expect((await world.viewer.rest.get(`/plans/${id}`)).status).toBe(200);
  const refused = async (caller: Caller, method: 'put' | 'delete') =>
    method === 'put'
      ? (await caller.rest.put(`/plans/${id}`, { name: 'x', changes: [] })).status
      : (await caller.rest.delete(`/plans/${id}`)).status;
  expect([await refused(world.viewer, 'put'), await refused(world.viewer, 'delete')]).toEqual([403, 403]);
  expect((await creation(world.viewer)).status).toBe(403);
  for (const stranger of [world.stranger, await world.addUser('Member', [world.otherNetworkId])]) {
    expect((await stranger.rest.get(`/plans/${id}`)).status).toBe(404);
    expect([await refused(stranger, 'put'), await refused(stranger, 'delete')]).toEqual([404, 404]);
    expect((await creation(stranger)).status).toBe(403);
  }
  expect((await one.rest.delete(`/plans/${id}`)).status).toBe(200);
});

test('names are unique in a network, and a network has a maximum number of plans', async () => {
  const { name } = await create(one);
  const again = await creation(one, { name });
  expect([again.status, again.body.code]).toEqual([409, 'entity_already_exists']);
  await create(world.owner, { name, network_id: world.otherNetworkId });
  const { networkId, organizationId } = world;
  await world.prisma.plan.createMany({
    data: Array.from({ length: 199 }, (_, at) => ({ networkId, organizationId, name: `stored ${at}` })),
  });
  const full = await creation(one);
  expect([full.status, full.body.code, full.body.params]).toEqual([
    ...[400, 'validation_out_of_range', { field: 'plans', min: 0, max: 200 }],
  ]);
});

test('a plan has a history, and its changes are audited', async () => {
  const { id } = await create(one, { name: 'first name' });
  await one.rest.put(`/plans/${id}`, { name: 'second name', changes: [] });
  const document = `query ($id: UUID!) { plan(id: $id) { name history(first: 10) { nodes {
    event { operation } fields { field } } } } }`;
  const { plan } = await world.owner.query(document, { id });
  expect(plan.name).toBe('second name');
  const operations = plan.history.nodes.map((node: Json) => node.event.operation).sort();
  expect(operations).toEqual(['createPlan', 'updatePlan']);
});

test('a changed and a deleted plan are restored; a taken name and a full network are conflicts; viewers restore none', async () => {
  const { prisma, networkId, organizationId } = world;
  const { id, name } = await create(one, { description: 'first' });
  const at = (await databaseInstant(prisma)).toISOString();
  await one.rest.put(`/plans/${id}`, { name: 'second name', description: null, changes: [] });
  const restored = (caller: Caller, more: object = {}) =>
    caller.rest.post('/history/restore', { kind: 'Plan', id, at, ...more });
  expect((await restored(world.viewer)).body).toMatchObject({ code: 'auth_permission_denied' });
  const preview = (await restored(one, { is_preview: true })).body.data;
  expect(preview.rows[0]).toMatchObject({ kind: 'Plan', name, change_type: 'Changed' });
  expect(preview.rows[0].fields.map(({ field }: Json) => field)).toEqual(['name', 'description', 'changes']);
  expect((await restored(one)).status).toBe(200);
  const get = async () => (await one.rest.get(`/plans/${id}`)).body.data;
  expect(await get()).toMatchObject({ name, description: 'first', changes: [connected()] });

  await one.rest.delete(`/plans/${id}`);
  const other = await create(one, { name });
  const restoreReply = await restored(one);
  expect([restoreReply.status, restoreReply.body.code]).toEqual([409, 'restore_conflict']);
  expect(restoreReply.body.params.conflicts[0]).toMatchObject({
    ...{ code: 'entity_already_exists', kind: 'Plan', params: { field: 'name', held_by: other.id } },
  });
  await one.rest.delete(`/plans/${other.id}`);
  await prisma.plan.createMany({
    data: Array.from({ length: 200 }, (_, index) => ({ networkId, organizationId, name: `stored ${index}` })),
  });
  expect((await restored(one)).body.params.conflicts[0]).toMatchObject({
    ...{ code: 'validation_out_of_range', params: { field: 'plans', min: 0, max: 200 } },
  });
  await prisma.plan.deleteMany({ where: { networkId } });
  expect((await restored(one)).body.data).toMatchObject({ is_changed: true, entity_id: id });
  expect(await get()).toMatchObject({ id, name, description: 'first', changes: [connected()] });
  expect((await restored(one)).body.data).toMatchObject({ is_changed: false });
});
