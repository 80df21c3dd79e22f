// Tests that deleted reservations of addresses are restored, alone or with their subnet, and that newer reservations
// of the same addresses prevent it.
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';
import { instant, lastEvent, restore, restoreText, storedRows, undo } from './restore-world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { prisma, networkId, organizationId } = world;
  // Each test has its own rows, in a network without other rows.
  for (const table of ['host', 'subnet', 'vlan', 'group'] as const)
    await (prisma[table] as typeof prisma.vlan).deleteMany({ where: { networkId } });
  await prisma.tag.deleteMany({ where: { organizationId } });
  inventory = await addInventory(prisma, { networkId, organizationId }, 3);
});
afterAll(() => world.close());

const all = () => storedRows(world.prisma, { networkIds: [world.networkId], organizationId: world.organizationId });
const now = () => instant(world.prisma);

const reserve = async (firstAddress: string, lastAddress: string, createdByUserId?: string) => {
  const { networkId, organizationId, prisma } = world;
  const { id: subnetId, cidr: subnetCidr } = await prisma.subnet.findFirstOrThrow({
    where: { id: inventory.subnetId },
  });
  const place = { networkId, organizationId, subnetId, subnetCidr, createdByUserId: createdByUserId ?? null };
  return prisma.addressReservation.create({
    data: { ...place, firstAddress, lastAddress, purpose: 'printers', description: 'second floor' },
  });
};
/** Columns of a state that differ after a restore. */
const bookkeeping = { validFrom: true, auditEventId: true, updatedAt: true, createdAt: true } as const;
const deleteSubnet = async () =>
  expect((await world.member.rest.delete(`/subnets/${inventory.subnetId}`)).status).toBe(200);

test('a restored subnet has its reservations again, by state and by event, without deleted users', async () => {
  const { member, prisma, organizationId } = world;
  const id = inventory.subnetId;
  const userId = (await world.addUser('Member')).userId;
  await reserve('10.40.0.100', '10.40.0.109', userId);
  await reserve('10.40.0.110', '10.40.0.110');
  const before = await all();
  const at = await now();
  await deleteSubnet();
  expect(await prisma.addressReservation.count({ where: { networkId: world.networkId } })).toBe(0);
  await restore(member, { kind: 'Subnet', id, at });
  expect(await all()).toEqual(before);
  await deleteSubnet();
  await undo(member, await lastEvent(member, 'Subnet', id));
  expect(await all()).toEqual(before);
  await deleteSubnet();
  await prisma.user.delete({ where: { id: userId, organizationId } });
  await restore(member, { kind: 'Subnet', id, at });
  const rows = await prisma.addressReservation.findMany({
    where: { subnetId: id },
    orderBy: [{ firstAddress: 'asc' }],
  });
  expect(rows).toMatchObject([
    { firstAddress: '10.40.0.100', lastAddress: '10.40.0.109', createdByUserId: null, description: 'second floor' },
    { firstAddress: '10.40.0.110', purpose: 'printers' },
  ]);
});

test('a prefix that does not contain a reservation is a conflict of the subnet', async () => {
  const { member, prisma } = world;
  const id = inventory.subnetId;
  const [narrow, wide] = [await now(), '10.0.0.0/8'];
  await prisma.subnet.update({ where: { id }, data: { cidr: wide } });
  await reserve('10.40.0.9', '10.77.0.1');
  const conflict = {
    ...{ code: 'ip_address_out_of_range', kind: 'Subnet', entityId: id },
    params: { ip: '10.77.0.1', subnet: '10.40.0.0/16' },
  };
  for (const isDeleted of [false, true]) {
    if (isDeleted) await deleteSubnet();
    const { conflicts } = await restore(member, { kind: 'Subnet', id, at: narrow, isPreview: true });
    expect(conflicts).toMatchObject([conflict]);
  }
});

test('a released reservation is restored, unless another one has its addresses', async () => {
  const { member, viewer, prisma } = world;
  const before = await reserve('10.40.0.100', '10.40.0.109');
  const { id } = before;
  const at = await now();
  const release = async () => expect((await member.rest.delete(`/address-reservations/${id}`)).status).toBe(200);
  const stored = () => prisma.addressReservation.findUnique({ where: { id }, omit: bookkeeping });
  const { validFrom: _from, auditEventId: _event, updatedAt: _updated, createdAt: _created, ...columns } = before;

  await member.query(
    `mutation($id: UUID!, $input: UpdateAddressReservationInput!) { updateAddressReservation(id: $id, input: $input) { id } }`,
    { id, input: { purpose: 'cameras', until: '2026-01-01T00:00:00Z' } },
  );
  const changed = await restore(member, { kind: 'AddressReservation', id, at });
  expect(changed.rows.map(({ kind, name, fields }) => [kind, name, fields.map(({ field }) => field)])).toEqual([
    ['AddressReservation', '10.40.0.100-10.40.0.109', ['purpose', 'until']],
  ]);
  await release();
  expect((await viewer.refusal(restoreText, { input: { kind: 'AddressReservation', id, at } })).code).toBe(
    'auth_permission_denied',
  );
  await restore(member, { kind: 'AddressReservation', id, at });
  expect(await stored()).toEqual(columns);
  await now();
  await release();
  const event = await lastEvent(member, 'AddressReservation', id);
  const other = await reserve('10.40.0.109', '10.40.0.120');
  const { conflicts } = await undo(member, event, { isPreview: true });
  expect(conflicts).toMatchObject([
    {
      ...{ code: 'address_reservation_conflict', kind: 'AddressReservation', entityId: id },
      params: { id: other.id, first: '10.40.0.109', last: '10.40.0.120' },
    },
  ]);
  await prisma.addressReservation.update({ where: { id: other.id }, data: { until: new Date(0) } });
  await undo(member, event);
  expect(await stored()).toEqual(columns);
  await now();
  await release();
  await prisma.addressReservation.delete({ where: { id: other.id } });
  await prisma.subnet.update({ where: { id: inventory.subnetId }, data: { cidr: '10.40.0.0/26' } });
  const outside = await restore(member, { kind: 'AddressReservation', id, at, isPreview: true });
  expect(outside.conflicts).toMatchObject(
    ['10.40.0.100', '10.40.0.109'].map((ip) => ({ code: 'ip_address_out_of_range', entityId: id, params: { ip } })),
  );
});

test('creating a subnet cannot be undone while it has a reservation', async () => {
  const { member, networkId } = world;
  const reply = await member.rest.post('/subnets', {
    ...{ network_id: networkId, name: 'new', cidr: '10.41.0.0/24', subnet_type: 'Lan' },
  });
  const { id } = reply.body.data as { id: string };
  const created = await lastEvent(member, 'Subnet', id);
  const body = { network_id: networkId, subnet_id: id, first_address: '10.41.0.9', last_address: '10.41.0.9' };
  const reserved = await member.rest.post('/address-reservations', { ...body, purpose: 'door' });
  const { conflicts } = await undo(member, created, { isPreview: true });
  expect(conflicts).toMatchObject([
    { code: 'entity_in_use', kind: 'Subnet', params: { used_by_id: reserved.body.data.id } },
  ]);
  expect((await member.rest.delete(`/address-reservations/${reserved.body.data.id}`)).status).toBe(200);
  expect((await undo(member, created)).isChanged).toBe(true);
});

test('a difference refuses kinds that it does not include', async () => {
  const { member, networkId } = world;
  const kinds = ['VLAN', 'AddressReservation'];
  const differing = `query($networkId: UUID!, $from: DateTime!, $kinds: [InventoryKind!]) {
    inventoryDiff(networkId: $networkId, from: $from, kinds: $kinds) { totalCount } }`;
  const refusal = await member.refusal(differing, { networkId, from: await now(), kinds });
  expect(refusal).toMatchObject({ code: 'validation_invalid_format', params: { field: 'kinds' } });
});
