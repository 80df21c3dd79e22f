// The difference between two instants contains every change of the network and nothing else: who made it, what changed,
// and the old and new values.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { inventoryDiff, type Change } from '../../support/inventory-diff';
import { databaseInstant } from '../../support/instants';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, { networkId: world.networkId, organizationId: world.organizationId }, 4);
});
afterAll(() => world.close());

const ask = (from: Date, to: Date | null, more?: object, caller?: Caller) =>
  inventoryDiff(world, from, to, more, caller);
/** The changes that `work` makes, as the difference between the instants before and after it. */
async function during(work: () => Promise<unknown>, more: object = {}): Promise<Change[]> {
  const from = await databaseInstant(world.prisma);
  await work();
  return (await ask(from, await databaseInstant(world.prisma), more)).nodes;
}
const changeFacts = ({ kind, changeType, entityId, name, fields }: Change) => [
  kind,
  changeType,
  entityId,
  name,
  Object.fromEntries(fields.map(({ field, from, to }) => [field, [from, to]])),
];
const scope = () => ({ networkId: world.networkId });

test('a row of each kind is added, changed and removed, with its fields, its name and its host', async () => {
  const { prisma, networkId, organizationId } = world;
  const id = Object.fromEntries(
    ['subnet', 'vlan', 'host', 'port', 'address', 'tcp', 'service', 'binding', 'group', 'tag'].map((name) => [
      name,
      randomUUID(),
    ]),
  ) as Record<string, string>;
  const start = await databaseInstant(prisma);
  await prisma.subnet.create({
    data: { ...scope(), id: id.subnet!, name: 'Lab', cidr: '10.7.0.0/24', subnetType: 'Lan' },
  });
  await prisma.vlan.create({ data: { ...scope(), organizationId, id: id.vlan!, name: 'voice', vlanNumber: 7 } });
  await prisma.host.create({ data: { ...scope(), id: id.host!, name: '', sysName: 'lab-1' } });
  const onHost = { ...scope(), hostId: id.host! };
  await prisma.interface.create({
    data: { ...onHost, id: id.port!, ifIndex: 1, ifDescr: 'eth0', speedBps: 2n ** 60n + 1n },
  });
  await prisma.ipAddress.create({
    data: { ...onHost, id: id.address!, subnetId: id.subnet!, subnetCidr: '10.7.0.0/24', ipAddress: '10.7.0.9' },
  });
  await prisma.port.create({ data: { ...onHost, id: id.tcp!, number: 8443, protocol: 'Tcp' } });
  await prisma.service.create({ data: { ...onHost, id: id.service!, name: 'Portal', serviceDefinition: 'nginx' } });
  await prisma.binding.create({
    data: { ...onHost, id: id.binding!, serviceId: id.service!, portId: id.tcp!, ipAddressId: id.address! },
  });
  const group = { name: 'Way', color: 'Blue', memberType: 'Services', groupType: 'RequestPath' } as const;
  await prisma.group.create({ data: { ...scope(), id: id.group!, ...group } });
  await prisma.tag.create({ data: { organizationId, id: id.tag!, name: `Lab ${id.tag}` } });
  const createdInstant = await databaseInstant(prisma);
  const addedNodes = (await ask(start, createdInstant)).nodes as Change[];
  expect(addedNodes.map((one) => [one.kind, one.changeType, one.entityId, one.name, one.hostId])).toEqual([
    ['Subnet', 'Added', id.subnet, 'Lab', null],
    ['VLAN', 'Added', id.vlan, 'voice', null],
    ['Host', 'Added', id.host, 'lab-1', id.host],
    ['Interface', 'Added', id.port, 'eth0', id.host],
    ['IPAddress', 'Added', id.address, '10.7.0.9', id.host],
    ['Port', 'Added', id.tcp, '8443/tcp', id.host],
    ['Service', 'Added', id.service, 'Portal', id.host],
    ['Binding', 'Added', id.binding, '10.7.0.9:8443/tcp', id.host],
    ['Group', 'Added', id.group, 'Way', null],
    ['Tag', 'Added', id.tag, `Lab ${id.tag}`, null],
  ]);
  expect(addedNodes[1]!.fields).toEqual([
    { field: 'networkId', wireName: 'network_id', from: null, to: networkId },
    { field: 'organizationId', wireName: 'organization_id', from: null, to: organizationId },
    { field: 'sourceType', wireName: 'source_type', from: null, to: 'Manual' },
    { field: 'name', wireName: 'name', from: null, to: 'voice' },
    { field: 'vlanNumber', wireName: 'vlan_number', from: null, to: 7 },
  ]);
  expect(addedNodes[3]!.fields).toContainEqual({
    ...{ field: 'speedBps', wireName: 'speed_bps', from: null },
    to: String(2n ** 60n + 1n),
  });

  const changedSubnet = await during(async () => {
    await prisma.subnet.update({ where: { id: id.subnet! }, data: { name: 'Lab 2' } });
    await prisma.vlan.update({ where: { id: id.vlan! }, data: { description: 'phones' } });
    await prisma.host.update({ where: { id: id.host! }, data: { hidden: true } });
    await prisma.interface.update({
      where: { id: id.port! },
      data: { operStatus: 'Down', fdbMacs: ['02:00:00:00:00:01'] },
    });
    await prisma.ipAddress.update({ where: { id: id.address! }, data: { position: 3 } });
    await prisma.port.update({ where: { id: id.tcp! }, data: { number: 9443 } });
    await prisma.service.update({ where: { id: id.service! }, data: { serviceDefinition: 'apache' } });
    await prisma.binding.update({ where: { id: id.binding! }, data: { ipAddressId: null } });
    await prisma.group.update({ where: { id: id.group! }, data: { color: 'Red' } });
    await prisma.tag.update({ where: { id: id.tag! }, data: { isApplication: true } });
  });
  expect(changedSubnet.map(changeFacts)).toEqual([
    ['Subnet', 'Changed', id.subnet, 'Lab 2', { name: ['Lab', 'Lab 2'] }],
    ['VLAN', 'Changed', id.vlan, 'voice', { description: [null, 'phones'] }],
    ['Host', 'Changed', id.host, 'lab-1', { hidden: [false, true] }],
    ['Interface', 'Changed', id.port, 'eth0', { operStatus: [null, 'Down'], fdbMacs: [[], ['02:00:00:00:00:01']] }],
    ['IPAddress', 'Changed', id.address, '10.7.0.9', { position: [0, 3] }],
    ['Port', 'Changed', id.tcp, '9443/tcp', { number: [8443, 9443] }],
    ['Service', 'Changed', id.service, 'Portal', { serviceDefinition: ['nginx', 'apache'] }],
    ['Binding', 'Changed', id.binding, '*:9443/tcp', { ipAddressId: [id.address, null] }],
    ['Group', 'Changed', id.group, 'Way', { color: ['Blue', 'Red'] }],
    ['Tag', 'Changed', id.tag, `Lab ${id.tag}`, { isApplication: [false, true] }],
  ]);

  const removedHost = await during(async () => {
    await prisma.host.delete({ where: { id: id.host! } });
    await prisma.subnet.delete({ where: { id: id.subnet! } });
    await prisma.vlan.delete({ where: { id: id.vlan! } });
    await prisma.group.delete({ where: { id: id.group! } });
    await prisma.tag.delete({ where: { id: id.tag! } });
  });
  expect(removedHost.map(({ kind, changeType, name }) => [kind, changeType, name])).toEqual(
    changedSubnet.map(({ kind, name }) => [kind, 'Removed', name]),
  );
  expect((await ask(start, await databaseInstant(prisma))).nodes).toEqual([]);
  expect((await ask(start, createdInstant)).nodes).toEqual(addedNodes);
});

test('links are changes of their owners: tags, VLANs, neighbours, ordered members', async () => {
  const { prisma, networkId, organizationId } = world;
  const [host, far] = inventory.hostIds as [string, string];
  const port = inventory.interfaceIds[3]!;
  const [first, second] = inventory.vlanIds as [string, string];
  const services = inventory.serviceIds;
  const changes = await during(async () => {
    await prisma.tagAssignment.deleteMany({ where: { hostId: host } });
    await prisma.tagAssignment.create({
      data: { tagId: inventory.tagId, groupId: inventory.bindingGroupId, networkId, organizationId },
    });
    await prisma.interfaceVlan.deleteMany({ where: { interfaceId: port, vlanId: second } });
    await prisma.interfaceNeighbor.create({
      data: { networkId, interfaceId: port, remoteHostId: far, protocol: 'CDP' },
    });
    for (const [index, serviceId] of services.entries())
      await prisma.groupMember.updateMany({
        where: { groupId: inventory.serviceGroupId, serviceId },
        data: { position: 100 + index },
      });
  });
  expect(changes.map(changeFacts)).toEqual(
    expect.arrayContaining([
      ['Host', 'Changed', host, 'host-0', { tagIds: [[inventory.tagId], []] }],
      [
        ...['Interface', 'Changed', port, 'GigabitEthernet1/0/1'],
        {
          vlanIds: [[first, second].sort(), [first]],
          neighbors: [[], [{ type: 'Host', id: far, protocol: 'CDP' }]],
        },
      ],
      ['Group', 'Changed', inventory.bindingGroupId, 'Path', { tagIds: [[], [inventory.tagId]] }],
      ['Group', 'Changed', inventory.serviceGroupId, 'Path', { memberIds: [[...services].reverse(), services] }],
    ]),
  );
  expect(changes).toHaveLength(4);
  // If the positions of group members get other numbers but the order stays the same, the difference contains no
  // change.
  const renumberedChanges = await during(() =>
    prisma.groupMember.updateMany({
      where: { groupId: inventory.serviceGroupId },
      data: { position: { increment: 7 } },
    }),
  );
  expect(renumberedChanges).toEqual([]);
});

test('a reverted row is no change; a row created again under its id is compared with its former state', async () => {
  const { prisma } = world;
  const id = randomUUID();
  await prisma.host.create({ data: { ...scope(), id, name: 'phoenix', os: 'Linux' } });
  const assignment = {
    ...scope(),
    organizationId: world.organizationId,
    hostId: inventory.hostIds[2]!,
    tagId: inventory.tagId,
  };
  const changes = await during(async () => {
    await prisma.host.update({ where: { id: inventory.hostIds[1]! }, data: { name: 'elsewhere' } });
    await prisma.host.update({ where: { id: inventory.hostIds[1]! }, data: { name: 'host-1' } });
    await prisma.tagAssignment.deleteMany({ where: { hostId: inventory.hostIds[2]! } });
    await prisma.tagAssignment.create({ data: assignment });
    const passing = await prisma.host.create({ data: { ...scope(), name: 'passing' } });
    await prisma.host.delete({ where: { id: passing.id } });
    await prisma.host.update({ where: { id: inventory.hostIds[3]! }, data: { lastSeenAt: new Date() } });
    await prisma.host.delete({ where: { id } });
    await databaseInstant(prisma);
    await prisma.host.create({ data: { ...scope(), id, name: 'phoenix', os: 'BSD' } });
  });
  expect(changes.map(changeFacts)).toEqual([['Host', 'Changed', id, 'phoenix', { os: ['Linux', 'BSD'] }]]);
});

test('each change names the author of the last write: a user, a key, or the database', async () => {
  const { prisma, owner, key } = world;
  const ids = await Promise.all([0, 1, 2].map(async () => (await prisma.vlan.create({ data: await vlan() })).id));
  const from = await databaseInstant(prisma);
  const put = (caller: Caller, id: string, name: string) =>
    caller.graphql('mutation ($id: UUID!, $name: String!) { updateVlan(id: $id, input: { name: $name }) { id } }', {
      id,
      name,
    });
  await put(key, ids[0]!, 'by key');
  await put(owner, ids[0]!, 'by owner');
  await put(key, ids[1]!, 'by key');
  await prisma.vlan.update({ where: { id: ids[2]! }, data: { name: 'by hand' } });
  const { nodes } = (await ask(from, null)) as { nodes: Change[] };
  const byId = new Map(nodes.map((change) => [change.entityId, change]));
  const [person, program, system] = ids.map((id) => byId.get(id)!) as [Change, Change, Change];
  expect(person.event!.actor).toMatchObject({ type: 'User', name: owner.email, user: { email: owner.email } });
  expect(program.event!.actor).toMatchObject({ type: 'UserApiKey', user: { email: owner.email } });
  expect(program.event!.actor.userApiKey?.name).toBe(program.event!.actor.name);
  expect(system.event!.actor).toMatchObject({ type: 'System', name: null, user: null, userApiKey: null });
  expect(person.changedAt).toBe(person.event!.createdAt);
  expect(new Date(person.changedAt) > from).toBe(true);

  // Every role may see who changed a row that it sees. API keys see details of users only if their owner may list
  // users.
  const seenChanges = await ask(from, null, {}, world.viewer);
  expect(seenChanges.nodes.map(({ event }: Change) => event!.actor.name)).toEqual(
    nodes.map(({ event }) => event!.actor.name),
  );
});
const numbers = (function* () {
  for (let number = 100; ; number += 1) yield number;
})();
const vlan = async () => ({
  ...scope(),
  ...{ organizationId: world.organizationId, vlanNumber: numbers.next().value as number, name: 'vlan' },
});

test('a VLAN moved to another network is removed in one and added in the other; a limited key sees half', async () => {
  const { prisma, narrowKey, otherNetworkId } = world;
  const { id } = await prisma.vlan.create({ data: await vlan() });
  const from = await databaseInstant(prisma);
  await prisma.vlan.update({ where: { id }, data: { networkId: otherNetworkId, name: 'abroad' } });
  const [remainingChange] = (await ask(from, null)).nodes as Change[];
  expect(remainingChange).toMatchObject({ entityId: id, changeType: 'Removed', name: 'vlan' });
  const [came] = (await ask(from, null, { network: otherNetworkId })).nodes as Change[];
  expect(came).toMatchObject({ entityId: id, changeType: 'Added', name: 'abroad' });
  expect(JSON.stringify((await ask(from, null, {}, narrowKey)).nodes)).not.toContain('abroad');
  await expect(ask(from, null, { network: otherNetworkId }, narrowKey)).rejects.toMatchObject({
    ...{ code: 'entity_not_found', params: { entity: 'Network', id: otherNetworkId } },
  });
});

test('REST returns the same, as pages and as a file, with the names of REST', async () => {
  const { owner, networkId, prisma } = world;
  const from = await databaseInstant(prisma);
  await prisma.host.update({ where: { id: inventory.hostIds[2]! }, data: { sysName: '=cmd' } });
  await prisma.tagAssignment.deleteMany({ where: { hostId: inventory.hostIds[3]! } });
  const period = `from=${from.toISOString()}&kinds=Host,VLAN`;
  const { body } = await owner.rest.get(`/networks/${networkId}/diff?${period}`);
  expect(body.meta.pagination).toEqual({ total_count: 2, limit: 50, offset: 0, has_more: false });
  const { nodes } = await ask(from, null, { kinds: ['Host'] });
  expect(body.data.map(({ entity_id }: { entity_id: string }) => entity_id)).toEqual(
    nodes.map(({ entityId }: Change) => entityId),
  );
  const fields = body.data.flatMap(({ fields: all }: { fields: { field: string }[] }) => all);
  expect(fields.map(({ field }: { field: string }) => field).sort()).toEqual(['sys_name', 'tags']);
  const file = await owner.rest.get(`/networks/${networkId}/diff/export/csv?${period}`);
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^id,kind,change_type,entity_id,name,host_id,changed_at,fields,/);
  expect((await owner.rest.get(`/networks/${networkId}/diff?${period}&limit=0`)).body.data).toEqual(body.data);
  expect((await owner.rest.get(`/networks/${networkId}/diff`)).body.params).toEqual({ field: 'from' });
});
