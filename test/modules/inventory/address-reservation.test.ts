// Tests of reserving addresses of a subnet over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../src/data/tenancy/list-limits';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let subnetCount = 0;
/** A subnet that no other test uses, and the first three octets of its addresses. */
async function addSubnet(networkId = world.networkId) {
  subnetCount += 1;
  const net = `10.60.${subnetCount}`;
  const { id } = await world.prisma.subnet.create({
    data: { networkId, name: 'Office', cidr: `${net}.0/24`, subnetType: 'Lan' },
  });
  return { id, net, networkId };
}
type Place = Awaited<ReturnType<typeof addSubnet>>;

const hour = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const bodyOf = ({ id, net, networkId }: Place, from: number, to: number, fields: object = {}) => ({
  ...{ network_id: networkId, subnet_id: id, first_address: `${net}.${from}`, last_address: `${net}.${to}` },
  ...{ purpose: 'printers', ...fields },
});
async function reserve(place: Place, from: number, to: number, fields: object = {}, caller: Caller = world.member) {
  const reply = await caller.rest.post('/address-reservations', bodyOf(place, from, to, fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
}
/** Lets a reservation expire without waiting for it. */
const expire = (id: string) =>
  world.prisma.addressReservation.update({ where: { id }, data: { until: new Date(Date.now() - hour) } });

const createDocument = `mutation($input: CreateAddressReservationInput!) { createAddressReservation(input: $input) {
  id firstAddress lastAddress purpose until isExpired createdByUser { id } subnet { cidr } } }`;
const updateDocument = `mutation($id: UUID!, $input: UpdateAddressReservationInput!) {
  updateAddressReservation(id: $id, input: $input) { firstAddress lastAddress until isExpired createdByUserId } }`;

describe('200', () => {
  test('a reservation has every field, and belongs to the user who created it', async () => {
    const place = await addSubnet();
    const until = fromNow(hour);
    const created = await reserve(place, 10, 19, { until, description: '' });
    expect(created).toMatchObject({
      ...{ network_id: place.networkId, subnet_id: place.id, purpose: 'printers', description: null },
      ...{ first_address: `${place.net}.10`, last_address: `${place.net}.19`, until, is_expired: false },
      ...{ created_by_user_id: world.member.userId, valid_to: null },
    });
    expect((await world.viewer.rest.get(`/address-reservations/${created.id}`)).body.data).toEqual(created);
    const list = await world.viewer.rest.get(`/address-reservations?subnet_id=${place.id}`);
    expect(list.body.data).toEqual([created]);
  });

  test('a single address can be reserved, also IPv6, and is stored in canonical form', async () => {
    const { id, networkId } = await world.prisma.subnet.create({
      data: { networkId: world.networkId, name: 'six', cidr: '2001:db8:60::/64', subnetType: 'Lan' },
    });
    const input = { networkId, subnetId: id, purpose: 'router' };
    const address = '2001:DB8:60:0:0::A';
    const { createAddressReservation } = await world.key.query(createDocument, {
      input: { ...input, firstAddress: address, lastAddress: address },
    });
    expect(createAddressReservation).toMatchObject({
      ...{ firstAddress: '2001:db8:60::a', lastAddress: '2001:db8:60::a', until: null, isExpired: false },
      subnet: { cidr: '2001:db8:60::/64' },
      createdByUser: { id: world.owner.userId },
    });
    const all = { ...input, firstAddress: '2001:db8:60::b', lastAddress: '2001:db8:60:0:ffff:ffff:ffff:ffff' };
    await world.key.query(createDocument, { input: all });
    const around = { ...input, firstAddress: '2001:db8:60::9', lastAddress: '2001:db8:60::a' };
    expect((await world.key.refusal(createDocument, { input: around })).code).toBe('address_reservation_conflict');
  });

  test('adjacent ranges, and equal ranges of different subnets, can be reserved', async () => {
    const place = await addSubnet();
    await reserve(place, 10, 19);
    await reserve(place, 20, 20);
    await reserve(place, 0, 9);
    const other = await world.prisma.subnet.create({
      data: { ...{ networkId: place.networkId, name: 'all', cidr: '10.60.0.0/16', subnetType: 'Lan' } },
    });
    await reserve({ ...place, id: other.id }, 10, 19);
  });

  test('an expired reservation stays listed, and its addresses can be reserved again', async () => {
    const place = await addSubnet();
    const old = await reserve(place, 10, 19, { until: fromNow(hour) });
    await expire(old.id);
    const renewed = await reserve(place, 15, 25);
    const list = await world.member.rest.get(`/address-reservations?subnet_id=${place.id}&order_by=first_address`);
    expect(list.body.data.map((row: { id: string; is_expired: boolean }) => [row.id, row.is_expired])).toEqual([
      [old.id, true],
      [renewed.id, false],
    ]);
    // The description of an expired reservation can be changed, and the reservation stays expired.
    const input = { description: 'of the former tenant' };
    const { updateAddressReservation } = await world.member.query(updateDocument, { id: old.id, input });
    expect(updateAddressReservation.isExpired).toBe(true);
  });

  test('an update changes the fields in its input, keeps the author, and can end a reservation', async () => {
    const place = await addSubnet();
    const { id } = await reserve(place, 10, 19);
    const update = async (input: object) =>
      (await world.owner.query(updateDocument, { id, input })).updateAddressReservation;
    expect(await update({ lastAddress: `${place.net}.30` })).toMatchObject({
      ...{ firstAddress: `${place.net}.10`, lastAddress: `${place.net}.30`, createdByUserId: world.member.userId },
    });
    expect((await update({ until: fromNow(-hour) })).isExpired).toBe(true);
    await reserve(place, 10, 10);
    const refusal = await world.owner.refusal(updateDocument, { id, input: { until: null } });
    expect(refusal.code).toBe('address_reservation_conflict');
    expect(await update({ until: null, firstAddress: `${place.net}.11` })).toMatchObject({ until: null });
  });

  test('a reservation moves to another subnet', async () => {
    const [place, other] = [await addSubnet(), await addSubnet()];
    const { id } = await reserve(place, 10, 19);
    const reply = await world.member.rest.put(`/address-reservations/${id}`, bodyOf(other, 10, 19));
    expect([reply.status, reply.body.data?.subnet_id]).toEqual([200, other.id]);
    await reserve(place, 10, 19);
  });

  test('a reservation follows its subnet to another network, and is deleted with it', async () => {
    const place = await addSubnet();
    const { id } = await reserve(place, 10, 19);
    await world.owner.query(
      `mutation($id: UUID!, $input: UpdateSubnetInput!) { updateSubnet(id: $id, input: $input) { id } }`,
      { id: place.id, input: { networkId: world.otherNetworkId } },
    );
    const row = await world.member.rest.get(`/address-reservations/${id}`);
    expect(row.body.data.network_id).toBe(world.otherNetworkId);
    expect((await world.narrowKey.rest.get(`/address-reservations/${id}`)).status).toBe(404);
    expect((await world.member.rest.delete(`/subnets/${place.id}`)).status).toBe(200);
    expect((await world.member.rest.get(`/address-reservations/${id}`)).status).toBe(404);
  });

  test('a reservation stays without an owner when its user is deleted', async () => {
    const place = await addSubnet();
    const leaving = await world.addUser('Member', [world.networkId]);
    const { id } = await reserve(place, 10, 19, {}, leaving);
    await world.prisma.user.delete({ where: { id: leaving.userId } });
    const { body } = await world.member.rest.get(`/address-reservations/${id}`);
    expect(body.data).toMatchObject({ purpose: 'printers', created_by_user_id: null });
  });

  test('an address of a host inside a reserved range is accepted', async () => {
    const place = await addSubnet();
    await reserve(place, 10, 19);
    const { id: host_id } = await world.prisma.host.create({ data: { networkId: place.networkId, name: 'printer' } });
    const body = { network_id: place.networkId, host_id, subnet_id: place.id, ip_address: `${place.net}.10` };
    expect((await world.member.rest.post('/ip-addresses', body)).status).toBe(200);
  });

  test('the history has each state, with the time at which to compare expiry', async () => {
    const place = await addSubnet();
    const { id } = await reserve(place, 10, 19, { until: fromNow(hour) });
    await world.member.query(updateDocument, { id, input: { until: fromNow(-hour), purpose: 'cameras' } });
    const { addressReservation } = await world.member.query(
      `query($id: UUID!) { addressReservation(id: $id) { isExpired history { nodes { changeType fields { field } } } } }`,
      { id },
    );
    expect(addressReservation.isExpired).toBe(true);
    expect(addressReservation.history.nodes.map(({ changeType }: { changeType: string }) => changeType)).toEqual([
      'Changed',
      'Created',
    ]);
  });
});

describe('400', () => {
  test.each([
    [10, 9, {}, 'address_range_invalid', (net: string) => ({ first: `${net}.10`, last: `${net}.9` })],
    [
      ...([10, 19, { last_address: '10.61.0.1' }, 'ip_address_out_of_range'] as const),
      (net: string) => ({ ip: '10.61.0.1', subnet: `${net}.0/24` }),
    ],
    [
      ...([10, 19, { first_address: '2001:db8::1' }, 'ip_address_out_of_range'] as const),
      (net: string) => ({ ip: '2001:db8::1', subnet: `${net}.0/24` }),
    ],
    [10, 300, {}, 'validation_invalid_ip', () => ({ field: 'last_address' })],
    [10, 19, { first_address: undefined }, 'validation_required', () => ({ field: 'first_address' })],
    [10, 19, { purpose: '' }, 'validation_empty', () => ({ field: 'purpose' })],
    [10, 19, { purpose: 'x'.repeat(101) }, 'validation_max_length', () => ({ field: 'purpose', max: 100 })],
  ])('POST and PUT of %i to %i with %j', async (from, to, fields, code, params) => {
    const place = await addSubnet();
    const stored = await reserve(place, 100, 101);
    const body = bodyOf(place, from, to, fields);
    for (const reply of [
      await world.member.rest.post('/address-reservations', body),
      await world.member.rest.put(`/address-reservations/${stored.id}`, body),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params(place.net)]);
    const list = await world.member.rest.get(`/address-reservations?subnet_id=${place.id}`);
    expect(list.body.data).toEqual([stored]);
  });

  test('an expiry in the past is refused on creation', async () => {
    const place = await addSubnet();
    const reply = await world.member.rest.post(
      '/address-reservations',
      bodyOf(place, 10, 19, { until: fromNow(-hour) }),
    );
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([
      400,
      'validation_time_past',
      { field: 'until' },
    ]);
  });

  test('a smaller CIDR that would exclude a reserved address is refused with that address', async () => {
    const place = await addSubnet();
    await reserve(place, 10, 200);
    const refusal = await world.member.refusal(
      `mutation($id: UUID!, $input: UpdateSubnetInput!) { updateSubnet(id: $id, input: $input) { id } }`,
      { id: place.id, input: { cidr: `${place.net}.0/25` } },
    );
    expect(refusal).toEqual({
      code: 'ip_address_out_of_range',
      params: { ip: `${place.net}.200`, subnet: `${place.net}.0/25` },
    });
  });

  test('a subnet of another network is refused', async () => {
    const elsewhere = await addSubnet(world.otherNetworkId);
    const body = bodyOf({ ...elsewhere, networkId: world.networkId }, 10, 19);
    const reply = await world.member.rest.post('/address-reservations', body);
    expect([reply.status, reply.body.code]).toEqual([400, 'entity_network_mismatch']);
  });

  test('more reservations than a subnet may have are refused', async () => {
    const { id: subnetId, net, networkId } = await addSubnet();
    const max = listLimits.addressReservations;
    const { organizationId } = world;
    await world.prisma.addressReservation.createMany({
      data: Array.from({ length: max }, () => ({
        ...{ networkId, organizationId, subnetId, subnetCidr: `${net}.0/24`, purpose: 'old', until: new Date(0) },
        ...{ firstAddress: `${net}.1`, lastAddress: `${net}.1` },
      })),
    });
    const reply = await world.member.rest.post('/address-reservations', bodyOf({ id: subnetId, net, networkId }, 2, 2));
    expect([reply.status, reply.body.params]).toEqual([400, { field: 'address_reservations', min: 0, max }]);
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot reserve', async () => {
    const reply = await world.viewer.rest.post('/address-reservations', bodyOf(await addSubnet(), 10, 19));
    expect([reply.status, reply.body.params]).toEqual([
      403,
      { action: 'createAddressReservation', required: 'Member' },
    ]);
  });

  test('a subnet that is missing or out of reach is not found', async () => {
    const place = await addSubnet();
    const elsewhere = await addSubnet(world.otherNetworkId);
    for (const id of [elsewhere.id, randomUUID()]) {
      const reply = await world.narrowKey.rest.post('/address-reservations', bodyOf({ ...place, id }, 10, 19));
      expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Subnet', id }]);
    }
  });
});

describe('409', () => {
  test.each([
    [10, 19],
    [5, 10],
    [19, 19],
    [0, 255],
    [12, 15],
  ])('%i to %i beside 10 to 19, on POST and PUT', async (from, to) => {
    const place = await addSubnet();
    const stored = await reserve(place, 10, 19);
    const { rest } = world.member;
    const other = await reserve(place, 200, 200).then(({ id }) => id);
    const params = { id: stored.id, first: `${place.net}.10`, last: `${place.net}.19` };
    for (const reply of [
      await rest.post('/address-reservations', bodyOf(place, from, Math.min(to, 199))),
      await rest.put(`/address-reservations/${other}`, bodyOf(place, from, Math.min(to, 199))),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([409, 'address_reservation_conflict', params]);
  });

  test('of several simultaneous reservations of one range, one succeeds', async () => {
    const place = await addSubnet();
    const ends = [
      ...[10, 11, 12, 13, 14, 15].map((from) =>
        world.member.rest.post('/address-reservations', bodyOf(place, from, 20)),
      ),
      world.key.rest.post('/address-reservations', bodyOf(place, 20, 25)),
    ];
    const statuses = (await Promise.all(ends)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409]);
    expect(await world.prisma.addressReservation.count({ where: { subnetId: place.id } })).toBe(1);
  });

  test('of two reservations moved to the same addresses at once, one succeeds', async () => {
    const place = await addSubnet();
    const rows = [await reserve(place, 10, 10), await reserve(place, 20, 20)];
    const replies = await Promise.all(
      rows.map(({ id }) => world.member.rest.put(`/address-reservations/${id}`, bodyOf(place, 30, 30))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a reservation changed since it was read is refused', async () => {
    const place = await addSubnet();
    const row = await reserve(place, 10, 19);
    const body = bodyOf(place, 10, 19, { expected_updated_at: row.updated_at });
    const put = () => world.member.rest.put(`/address-reservations/${row.id}`, body);
    expect([(await put()).status, (await put()).body.code]).toEqual([200, 'entity_changed']);
  });
});
