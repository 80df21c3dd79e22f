// The use of a subnet's addresses over REST and GraphQL: large subnets, stale addresses, the past, and numbers of
// statements.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../../support/instants';
import { createWorld, type World } from '../../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let blocks = 0;
async function addSubnet(cidr: string, columns: object = {}) {
  const { networkId } = world;
  const { id } = await world.prisma.subnet.create({
    data: { networkId, name: cidr, cidr, subnetType: 'Lan', ...columns },
  });
  return { id, cidr, networkId };
}
/** A subnet of 256 addresses that no other test uses. */
const addOffice = async () => {
  blocks += 1;
  const net = `10.72.${blocks}`;
  return { ...(await addSubnet(`${net}.0/24`)), net };
};
type Place = Awaited<ReturnType<typeof addSubnet>>;

async function addAddress(
  { id: subnetId, cidr: subnetCidr, networkId }: Place,
  ipAddress: string,
  columns: object = {},
) {
  const { id: hostId } = await world.prisma.host.create({ data: { networkId, name: `of ${ipAddress}` } });
  return world.prisma.ipAddress.create({ data: { networkId, hostId, subnetId, subnetCidr, ipAddress, ...columns } });
}
const reserve = async ({ id, networkId }: Place, first: string, last: string, until: string | null = null) => {
  const body = {
    network_id: networkId,
    subnet_id: id,
    first_address: first,
    last_address: last,
    purpose: 'kept',
    until,
  };
  const reply = await world.member.rest.post('/address-reservations', body);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data.id as string;
};
const use = async ({ id }: Place, query = '') => {
  const reply = await world.viewer.rest.get(`/subnets/${id}/address-use${query}`);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const free = ({ id }: Place, count?: number) =>
  world.viewer.rest.get(`/subnets/${id}/next-free-address${count === undefined ? '' : `?count=${count}`}`);
const freeAddresses = async (place: Place, count?: number) => (await free(place, count)).body.data?.addresses;
const short = ({ first, last, state, role }: Record<string, string | null>) => [first, last, state, role];

test('an office subnet lists used, reserved and free addresses, and the next free one', async () => {
  const place = await addOffice();
  const { net } = place;
  const { id: ip_address_id, hostId: host_id, lastSeenAt } = await addAddress(place, `${net}.1`);
  const reservation_id = await reserve(place, `${net}.2`, `${net}.9`);
  const { subnet_id, counts, addresses } = await use(place);
  expect(subnet_id).toBe(place.id);
  expect(counts).toEqual({
    ...{ total: '256', taken: 1, stale: 0, reserved: '8', special: 2, free: '245' },
    used_percent: (9 / 254) * 100,
  });
  expect(addresses.ranges.map(short)).toEqual([
    [`${net}.0`, `${net}.0`, 'Special', 'Network'],
    [`${net}.1`, `${net}.1`, 'Taken', null],
    [`${net}.2`, `${net}.9`, 'Reserved', null],
    [`${net}.10`, `${net}.254`, 'Free', null],
    [`${net}.255`, `${net}.255`, 'Special', 'Broadcast'],
  ]);
  expect(addresses.ranges[1].holders).toEqual([
    { address: `${net}.1`, ip_address_id, host_id, last_seen_at: lastSeenAt.toISOString(), is_stale: false },
  ]);
  expect(addresses.ranges[2]).toMatchObject({ count: '8', reservation_id });
  expect(await freeAddresses(place)).toEqual([`${net}.10`]);
  expect(await freeAddresses(place, 3)).toEqual([`${net}.10`, `${net}.11`, `${net}.12`]);
});

test('a reserved address is not offered to the next caller until the reservation ends', async () => {
  const place = await addOffice();
  const [address] = await freeAddresses(place);
  const id = await reserve(place, address, address);
  expect(await freeAddresses(place)).toEqual([`${place.net}.2`]);
  expect((await world.member.rest.delete(`/address-reservations/${id}`)).status).toBe(200);
  expect(await freeAddresses(place)).toEqual([address]);
});

test('an address that discovery has not seen for long is marked as stale, and is not free', async () => {
  const place = await addOffice();
  const { prisma, networkId } = world;
  const daemon = await world.addDaemon();
  const run = await prisma.discovery.create({
    data: {
      ...{ networkId, daemonId: daemon.daemonId, name: 'run', discoveryType: 'Unified', runType: 'Historical' },
      ...{ sessionId: randomUUID(), results: {} },
    },
  });
  const old = { lastSeenAt: new Date(Date.now() - 90 * 86_400_000) };
  await addAddress(place, `${place.net}.1`, { ...old, firstDiscoveryId: run.id, lastDiscoveryId: run.id });
  await addAddress(place, `${place.net}.2`, old);
  await addAddress(place, `${place.net}.3`, { firstDiscoveryId: run.id, lastDiscoveryId: run.id });
  // The address of the first host is stale, but a second host was recently seen with the same address.
  await addAddress(place, `${place.net}.4`, { ...old, firstDiscoveryId: run.id });
  await addAddress(place, `${place.net}.4`, { firstDiscoveryId: run.id });
  const { counts, addresses } = await use(place);
  expect(counts).toMatchObject({ taken: 4, stale: 1 });
  const { holders } = addresses.ranges[1];
  const states = holders.map(
    ({ address, is_stale }: { address: string; is_stale: boolean }) => `${address} ${is_stale}`,
  );
  expect(states.sort()).toEqual(
    ['1 true', '2 false', '3 false', '4 false', '4 true'].map((text) => `${place.net}.${text}`),
  );
  expect(await freeAddresses(place)).toEqual([`${place.net}.5`]);
});

test('IPv6 ranges have counts of 64 bits, including the last address', async () => {
  blocks += 1;
  const net = `2001:db8:72:${blocks}:`;
  const place = await addSubnet(`${net}:/64`);
  await addAddress(place, `${net}:1`);
  await reserve(place, `${net}8000::`, `${net}ffff:ffff:ffff:ffff`);
  const { counts, addresses } = await use(place);
  expect(counts).toMatchObject({
    ...{ total: String(2n ** 64n), taken: 1, reserved: String(2n ** 63n), special: 1, free: String(2n ** 63n - 2n) },
  });
  expect(counts.used_percent).toBeCloseTo(50, 6);
  expect(addresses.ranges.map(short)).toEqual([
    [`${net}:`, `${net}:`, 'Special', 'SubnetRouter'],
    [`${net}:1`, `${net}:1`, 'Taken', null],
    [`${net}:2`, `${net}7fff:ffff:ffff:ffff`, 'Free', null],
    [`${net}8000::`, `${net}ffff:ffff:ffff:ffff`, 'Reserved', null],
  ]);
  expect(await freeAddresses(place, 2)).toEqual([`${net}:2`, `${net}:3`]);
});

test('ranges at the first and last of all addresses are correct', async () => {
  for (const [cidr, all] of [
    ['0.0.0.0/31', ['0.0.0.0', '0.0.0.1']],
    ['255.255.255.254/31', ['255.255.255.254', '255.255.255.255']],
    ['::/127', ['::', '::1']],
    [
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127',
      ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ],
  ] as const) {
    const place = await addSubnet(cidr);
    expect(await freeAddresses(place, 16)).toEqual(all);
    await addAddress(place, all[0]);
    expect(await freeAddresses(place, 16)).toEqual([all[1]]);
    await addAddress(place, all[1]);
    const { status, body } = await free(place);
    expect([status, body.code, body.params]).toEqual([409, 'subnet_full', { id: place.id }]);
    const { counts, addresses } = await use(place);
    expect([counts.free, counts.used_percent, addresses.ranges.map(short)]).toEqual([
      '0',
      100,
      [[...all, 'Taken', null]],
    ]);
  }
});

test('bridges of two machines with one CIDR share no address, and neither do networks', async () => {
  blocks += 1;
  const net = `172.20.${blocks}`;
  const bridge = { subnetType: 'DockerBridge' as const };
  const runtime = async () => {
    const { networkId } = world;
    const { id: hostId } = await world.prisma.host.create({ data: { networkId, name: 'docker' } });
    const service = { networkId, hostId, name: 'Docker', serviceDefinition: 'Docker', position: 0 };
    return (await world.prisma.service.create({ data: service })).id;
  };
  const one = await addSubnet(`${net}.0/29`, { ...bridge, virtualizationServiceId: await runtime() });
  const two = await addSubnet(`${net}.0/29`, { ...bridge, virtualizationServiceId: await runtime() });
  const elsewhere = await addSubnet(`${net}.0/29`, { networkId: world.otherNetworkId });
  await addAddress(one, `${net}.1`);
  await addAddress({ ...elsewhere, networkId: world.otherNetworkId }, `${net}.2`);
  expect(await freeAddresses(one)).toEqual([`${net}.2`]);
  expect(await freeAddresses(two)).toEqual([`${net}.1`]);
});

test('past instants have the holders and reservations of that time', async () => {
  const place = await addOffice();
  const { net } = place;
  const { id } = await addAddress(place, `${net}.1`);
  const reservationId = await reserve(place, `${net}.2`, `${net}.3`, new Date(Date.now() + 3_600_000).toISOString());
  const then = await databaseInstant(world.prisma);
  await world.member.rest.delete(`/ip-addresses/${id}`);
  await world.member.rest.delete(`/address-reservations/${reservationId}`);
  const { counts, addresses } = await use(place, `?at=${then.toISOString()}`);
  expect(counts).toMatchObject({ taken: 1, stale: null, reserved: '2' });
  expect(addresses.ranges.map(short).slice(1, 3)).toEqual([
    [`${net}.1`, `${net}.1`, 'Taken', null],
    [`${net}.2`, `${net}.3`, 'Reserved', null],
  ]);
  expect(addresses.ranges[1].holders).toMatchObject([{ last_seen_at: null, is_stale: null }]);
  expect((await use(place)).counts).toMatchObject({ taken: 0, reserved: '0' });
  const past = `query($subnetId: UUID!, $at: DateTime!) @at(instant: $at) { nextFreeAddress(subnetId: $subnetId) { addresses } }`;
  const refusal = await world.viewer.refusal(past, { subnetId: place.id, at: then.toISOString() });
  expect(refusal.code).toBe('validation_invalid_format');
});

test('an address of many hosts lists ten of them, and has the number of all', async () => {
  const place = await addOffice();
  for (let host = 0; host < 12; host += 1) await addAddress(place, `${place.net}.1`);
  await addAddress(place, `${place.net}.2`);
  const [, takenRange, freeRange] = (await use(place)).addresses.ranges;
  expect([takenRange.holders.length, takenRange.holder_count, takenRange.first, takenRange.last]).toEqual([
    ...[11, 13],
    ...[`${place.net}.1`, `${place.net}.2`],
  ]);
  expect(freeRange.holder_count).toBe(0);
});

test('a list of subnets takes as many statements as one subnet', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const place = await addOffice();
    ids.push(place.id);
    await addAddress(place, `${place.net}.1`);
    await reserve(place, `${place.net}.2`, `${place.net}.3`);
  }
  const document = `query($ids: [UUID!]) { subnets(ids: $ids) { nodes { addressCounts { taken free }
    addressRanges { ranges { state reservation { purpose } holders { host { name } ipAddress { name } } } } } } }`;
  const needed = (count: number) =>
    world.queries.countNeeded(() => world.key.query(document, { ids: ids.slice(0, count) }));
  // Seven statements: subnets, counts, ranges, and the reservations, hosts and addresses in the ranges.
  expect([await needed(1), await needed(ids.length)]).toEqual([7, 7]);
  const place = await addOffice();
  // Three statements: session, subnet, and free addresses.
  expect(await world.queries.countNeeded(() => free(place))).toBe(3);
});

describe('refusals', () => {
  test.each([
    ['first=0', 400, 'validation_out_of_range', { field: 'first', min: 1, max: 1000 }],
    ['first=1001', 400, 'validation_out_of_range', { field: 'first', min: 1, max: 1000 }],
    ['start=10.73.0.0', 400, 'ip_address_out_of_range', undefined],
    ['start=::1', 400, 'ip_address_out_of_range', undefined],
    ['start=10.73', 400, 'validation_invalid_ip', { field: 'start' }],
  ])('?%s', async (query, status, code, params) => {
    const place = await addOffice();
    const reply = await world.viewer.rest.get(`/subnets/${place.id}/address-use?${query}`);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    if (params) expect(reply.body.params).toEqual(params);
  });

  test('too many addresses, a subnet out of reach, and the subnet of external addresses are refused', async () => {
    const place = await addOffice();
    for (const count of [0, 17])
      expect([(await free(place, count)).status, (await free(place, count)).body.params]).toEqual([
        400,
        { field: 'count', min: 1, max: 16 },
      ]);
    const elsewhere = await addSubnet(`10.74.${(blocks += 1)}.0/24`, { networkId: world.otherNetworkId });
    for (const id of [elsewhere.id, randomUUID()])
      for (const path of ['address-use', 'next-free-address']) {
        const { status, body } = await world.narrowKey.rest.get(`/subnets/${id}/${path}`);
        expect([status, body.params]).toEqual([404, { entity: 'Subnet', id }]);
      }
    const outside = await world.prisma.subnet.findFirstOrThrow({
      where: { networkId: world.networkId, sourceType: 'System', subnetType: 'Internet' },
    });
    const { status, body } = await world.viewer.rest.get(`/subnets/${outside.id}/next-free-address`);
    expect([status, body.code]).toEqual([400, 'entity_reference_invalid']);
  });
});
