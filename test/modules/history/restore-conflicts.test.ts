// Conflicts of a restore: each conflict has its code, all conflicts are in one response, and nothing is written.
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';
import { instant, restore, restoreText, storedRows } from './restore-world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { prisma, networkId, organizationId } = world;
  for (const table of ['host', 'subnet', 'vlan', 'group'] as const)
    await (prisma[table] as typeof prisma.vlan).deleteMany({ where: { networkId } });
  await prisma.tag.deleteMany({ where: { organizationId } });
  inventory = await addInventory(prisma, { networkId, organizationId }, 2);
});
afterAll(() => world.close());

const all = () => storedRows(world.prisma, { networkIds: [world.networkId], organizationId: world.organizationId });
interface Expected {
  readonly code: string;
  readonly kind: string;
  readonly id: string;
  readonly params: object;
}

/**
 * Expects that the restore is refused with exactly these conflicts, that its preview lists them too, and that nothing
 * is written.
 */
async function expectConflicts(kind: string, id: string, at: Date, expected: readonly Expected[]): Promise<void> {
  const before = await all();
  const { owner } = world;
  const preview = await restore(owner, { kind, id, at, isPreview: true });
  const actualConflicts = preview.conflicts.map(({ code, kind: one, entityId, params }) => ({
    ...{ code, kind: one, id: entityId, params },
  }));
  const inOrder = (some: readonly Expected[]) =>
    some
      .map(({ code, kind: one, id: rowId, params: values }) => ({ code, kind: one, id: rowId, params: values }))
      .sort((one, other) => (one.id + one.code < other.id + other.code ? -1 : 1));
  expect(inOrder(actualConflicts as Expected[])).toEqual(inOrder(expected));
  expect(preview).toMatchObject({ isChanged: false, rows: [], conflictCount: expected.length });
  const { code, params } = await owner.refusal(restoreText, { input: { kind, id, at } });
  expect([code, params.count]).toEqual(['restore_conflict', expected.length]);
  expect(inOrder(params.conflicts)).toEqual(inOrder(expected));
  expect(await all()).toEqual(before);
}
const exists = (entity: string, field: string, value: unknown, held_by: string) => ({ entity, field, value, held_by });

test('the number of a VLAN is taken', async () => {
  const { prisma, networkId, organizationId, member } = world;
  const id = inventory.vlanIds[0]!;
  const at = await instant(prisma);
  await member.rest.delete(`/vlans/${id}`);
  const newVlan = await prisma.vlan.create({ data: { networkId, organizationId, name: 'new', vlanNumber: 3000 } });
  const params = exists('VLAN', 'vlanNumber', 3000, newVlan.id);
  await expectConflicts('VLAN', id, at, [{ code: 'entity_already_exists', kind: 'VLAN', id, params }]);
  await prisma.vlan.update({ where: { id: newVlan.id }, data: { vlanNumber: 1 } });
  expect((await restore(member, { kind: 'VLAN', id, at })).isChanged).toBe(true);

  // The restore also has this conflict if the VLAN was not deleted but renumbered, and another VLAN now has its former
  // number.
  await prisma.vlan.update({ where: { id }, data: { vlanNumber: 2 } });
  await prisma.vlan.update({ where: { id: newVlan.id }, data: { vlanNumber: 3000 } });
  await expectConflicts('VLAN', id, at, [{ code: 'entity_already_exists', kind: 'VLAN', id, params }]);
});

test('the name of a tag is taken, also in another Unicode form', async () => {
  const { prisma, organizationId, owner } = world;
  const { id } = await prisma.tag.create({ data: { organizationId, name: 'caf\u00e9' } });
  const at = await instant(prisma);
  await owner.rest.delete(`/tags/${id}`);
  const newTag = await prisma.tag.create({ data: { organizationId, name: 'cafe\u0301' } });
  await expectConflicts('Tag', id, at, [
    { code: 'entity_already_exists', kind: 'Tag', id, params: exists('Tag', 'name', newTag.name, newTag.id) },
  ]);
});

test("names, numbers and addresses of a host's parts are taken; all are reported in one answer", async () => {
  const { prisma, networkId, member } = world;
  const host = inventory.hostIds[0]!;
  const [address, port, wire] = [inventory.addressIds[0]!, inventory.portIds[0]!, inventory.interfaceIds[0]!];
  const at = await instant(prisma);
  await member.rest.delete(`/interfaces/${wire}`);
  await member.rest.delete(`/ports/${port}`);
  await member.rest.delete(`/ip-addresses/${address}`);
  const hostId = host;
  const base = { networkId, hostId };
  const [newPort, newWire, newAddress] = await Promise.all([
    prisma.port.create({ data: { ...base, number: 443, protocol: 'Tcp' } }),
    prisma.interface.create({ data: { ...base, ifName: 'Gi1/0/1' } }),
    prisma.ipAddress.create({
      data: { ...base, subnetId: inventory.subnetId, subnetCidr: '10.40.0.0/16', ipAddress: '10.40.0.0' },
    }),
  ]);
  const conflict = (kind: string, id: string, params: object) => ({ code: 'entity_already_exists', kind, id, params });
  await expectConflicts('Port', port, at, [conflict('Port', port, exists('Port', 'number', 443, newPort.id))]);
  await expectConflicts('IPAddress', address, at, [
    conflict('IPAddress', address, exists('IPAddress', 'ipAddress', '10.40.0.0', newAddress.id)),
  ]);
  // The former name of the interface is taken, and the address to which the interface referred no longer exists.
  await expectConflicts('Interface', wire, at, [
    conflict('Interface', wire, exists('Interface', 'ifName', 'Gi1/0/1', newWire.id)),
    { code: 'entity_not_found', kind: 'Interface', id: wire, params: { entity: 'IPAddress', id: address } },
  ]);
});

test('the host or subnet of a row was deleted, and must be restored first', async () => {
  const { prisma, member } = world;
  const [host, address] = [inventory.hostIds[0]!, inventory.addressIds[0]!];
  const at = await instant(prisma);
  await member.rest.delete(`/hosts/${host}`);
  const buildNotFound = (entity: string, id: string) => ({
    ...{ code: 'entity_not_found', kind: 'IPAddress', id: address, params: { entity, id } },
  });
  await expectConflicts('IPAddress', address, at, [buildNotFound('Host', host)]);
  await member.rest.delete(`/subnets/${inventory.subnetId}`);
  await expectConflicts('IPAddress', address, at, [
    buildNotFound('Host', host),
    buildNotFound('Subnet', inventory.subnetId),
  ]);
  await restore(member, { kind: 'Subnet', id: inventory.subnetId, at });
  expect((await restore(member, { kind: 'Host', id: host, at })).isChanged).toBe(true);
  expect((await restore(member, { kind: 'IPAddress', id: address, at })).isChanged).toBe(false);
});

test('a tag of the host is gone', async () => {
  const { prisma, owner } = world;
  const [host, service] = [inventory.hostIds[1]!, inventory.serviceIds[1]!];
  const at = await instant(prisma);
  await owner.rest.delete(`/hosts/${host}`);
  await owner.rest.delete(`/tags/${inventory.tagId}`);
  const params = { entity: 'Tag', id: inventory.tagId };
  await expectConflicts('Host', host, at, [
    { code: 'entity_not_found', kind: 'Host', id: host, params },
    { code: 'entity_not_found', kind: 'Service', id: service, params },
  ]);
});

test('the host was merged into another one', async () => {
  const { prisma, member } = world;
  const [survivor, merged] = inventory.hostIds as [string, string];
  const at = await instant(prisma);
  expect((await member.rest.put(`/hosts/${survivor}/consolidate/${merged}`)).status).toBe(200);
  const params = { entity: 'Host', id: merged, into_id: survivor };
  await expectConflicts('Host', merged, at, [{ code: 'entity_merged', kind: 'Host', id: merged, params }]);
  // Since the instant `at`, the merge has moved this address from the merged host to the remaining host.
  const address = inventory.addressIds[1]!;
  await expectConflicts('IPAddress', address, at, [
    {
      ...{ code: 'entity_moved', kind: 'IPAddress', id: address },
      params: { entity: 'IPAddress', id: address, owner: 'Host', owner_id: survivor },
    },
  ]);
});

test('the network has the machine again under another id', async () => {
  const { prisma, networkId, member } = world;
  const chassisId = '00:1b:21:0a:0b:0c';
  const { id } = await prisma.host.create({ data: { networkId, name: 'switch', chassisId } });
  const at = await instant(prisma);
  await member.rest.delete(`/hosts/${id}`);
  const newHost = await prisma.host.create({ data: { networkId, name: 'found again', chassisId } });
  await expectConflicts('Host', id, at, [
    { code: 'entity_already_exists', kind: 'Host', id, params: exists('Host', 'chassisId', chassisId, newHost.id) },
  ]);
});

test("the prefix of a subnet is taken, unless in another namespace or on another runtime's bridge", async () => {
  const { prisma, networkId, member } = world;
  const cidr = '10.40.0.0/16';
  const id = inventory.subnetId;
  const at = await instant(prisma);
  await member.rest.delete(`/subnets/${id}`);
  await prisma.subnet.create({ data: { networkId, name: 'other', cidr, namespace: 'vrf', subnetType: 'Lan' } });
  await prisma.subnet.create({ data: { networkId, name: 'bridge', cidr, subnetType: 'DockerBridge' } });
  const { conflicts } = await restore(member, { kind: 'Subnet', id, at, isPreview: true });
  expect(conflicts).toEqual([]);
  const newSubnet = await prisma.subnet.create({ data: { networkId, name: 'new', cidr, subnetType: 'Guest' } });
  await expectConflicts('Subnet', id, at, [
    { code: 'entity_already_exists', kind: 'Subnet', id, params: exists('Subnet', 'cidr', cidr, newSubnet.id) },
  ]);
});

test('an address would be outside its subnet, whichever of the two is restored', async () => {
  const { prisma, member } = world;
  const [id, address] = [inventory.subnetId, inventory.addressIds[0]!];
  const at = await instant(prisma);
  await prisma.ipAddress.deleteMany({ where: { id: inventory.addressIds[1]! } });
  await prisma.subnet.update({ where: { id }, data: { cidr: '10.0.0.0/8' } });
  await prisma.ipAddress.update({ where: { id: address }, data: { ipAddress: '10.99.0.1' } });
  const { conflicts } = await restore(member, { kind: 'Subnet', id, at, isPreview: true });
  expect(conflicts.map(({ code }) => code)).toEqual(['ip_address_out_of_range']);
  await prisma.ipAddress.update({ where: { id: address }, data: { ipAddress: '10.40.0.0' } });
  const later = await instant(prisma);
  await member.rest.delete(`/ip-addresses/${address}`);
  await prisma.subnet.update({ where: { id }, data: { cidr: '10.50.0.0/16' } });
  await expectConflicts('IPAddress', address, later, [
    {
      ...{ code: 'ip_address_out_of_range', kind: 'IPAddress', id: address },
      params: { ip: '10.40.0.0', subnet: '10.50.0.0/16' },
    },
  ]);
});

test('a binding contradicts one that was added since', async () => {
  const { prisma, networkId, member } = world;
  const id = inventory.bindingIds[0]!;
  const at = await instant(prisma);
  await member.rest.delete(`/bindings/${id}`);
  const other = await prisma.binding.create({
    data: {
      ...{ networkId, hostId: inventory.hostIds[0]!, serviceId: inventory.serviceIds[0]! },
      ...{ portId: inventory.portIds[0]!, ipAddressId: inventory.addressIds[0]! },
    },
  });
  await expectConflicts('Binding', id, at, [
    { code: 'binding_conflict', kind: 'Binding', id, params: { id: other.id } },
  ]);
});

test('a row that now belongs to another host stays there', async () => {
  const { prisma } = world;
  const id = inventory.portIds[0]!;
  const [, other] = inventory.hostIds as [string, string];
  const at = await instant(prisma);
  await prisma.binding.deleteMany({ where: { portId: id } });
  await prisma.port.update({ where: { id }, data: { hostId: other, number: 8443 } });
  await expectConflicts('Port', id, at, [
    {
      ...{ code: 'entity_moved', kind: 'Port', id },
      params: { entity: 'Port', id, owner: 'Host', owner_id: other },
    },
  ]);
});

test('a host has the maximum number of tags', async () => {
  const { prisma, organizationId, networkId } = world;
  const hostId = inventory.hostIds[0]!;
  const at = await instant(prisma);
  await prisma.tagAssignment.deleteMany({ where: { hostId } });
  const ids = Array.from({ length: 500 }, (_, index) => index);
  await prisma.tag.createMany({ data: ids.map((index) => ({ organizationId, name: `many ${index}` })) });
  const tags = await prisma.tag.findMany({
    where: { organizationId, name: { startsWith: 'many ' } },
    select: { id: true },
  });
  await prisma.tagAssignment.createMany({
    data: tags.map(({ id: tagId }) => ({ organizationId, networkId, hostId, tagId })),
  });
  // The restore would replace the host's 500 tags by its one former tag, so the limit of 500 tags is not exceeded.
  const preview = await restore(world.member, { kind: 'Host', id: hostId, at, isPreview: true });
  expect([preview.conflicts, preview.rows.length]).toEqual([[], 1]);
});
