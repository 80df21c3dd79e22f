// Tests of creating, changing and deleting IP addresses over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let elsewhere: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, world, 3);
  elsewhere = await addInventory(world.prisma, { ...world, networkId: world.otherNetworkId }, 1);
});
afterAll(() => world.close());

let nextAddress = 1;
const bodyOf = (fields: object = {}) => ({
  network_id: world.networkId,
  host_id: inventory.hostIds[0],
  subnet_id: inventory.subnetId,
  ip_address: `10.40.200.${nextAddress++}`,
  ...fields,
});
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/ip-addresses', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const createDocument = `mutation($input: CreateIpAddressInput!) { createIpAddress(input: $input) { id } }`;
const updateDocument = `mutation($id: UUID!, $input: UpdateIpAddressInput!) { updateIpAddress(id: $id, input: $input) { id name macAddress ipAddress } }`;

describe('200', () => {
  test('a created address has every field, in canonical form, and is the last of its host', async () => {
    const reply = await world.key.rest.post('/ip-addresses', bodyOf({ mac_address: '02-AB-00-00-00-01', name: '' }));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      mac_address: '02:ab:00:00:00:01',
      name: null,
      position: 1,
      first_discovery_id: null,
      valid_to: null,
    });
    expect((await world.key.rest.get(`/ip-addresses/${reply.body.data.id}`)).body.data).toEqual(reply.body.data);
    expect((await create()).position).toBe(2);
  });

  test('an omitted field stays, null clears it', async () => {
    const address = await create({ name: 'uplink', mac_address: '02ab.0000.0002' });
    const body = bodyOf({ ip_address: address.ip_address });
    const keptReply = await world.member.rest.put(`/ip-addresses/${address.id}`, body);
    expect(keptReply.body.data).toMatchObject({ name: 'uplink', mac_address: '02:ab:00:00:00:02' });
    const clearedReply = await world.member.rest.put(`/ip-addresses/${address.id}`, {
      ...body,
      name: null,
      mac_address: null,
    });
    expect(clearedReply.body.data).toMatchObject({ name: null, mac_address: null, position: address.position });
  });

  test('GraphQL changes only the fields in its input', async () => {
    const address = await create({ name: 'uplink' });
    const { updateIpAddress } = await world.member.query(updateDocument, { id: address.id, input: { name: 'other' } });
    expect(updateIpAddress).toMatchObject({ name: 'other', ipAddress: address.ip_address });
  });

  test('a MAC address that discovery has read is kept', async () => {
    const address = await create({ mac_address: '02:ab:00:00:00:03' });
    const daemon = await world.prisma.daemon.create({
      data: {
        networkId: world.networkId,
        organizationId: world.organizationId,
        hostId: inventory.hostIds[2]!,
        name: 'probe',
        mode: 'daemon_poll',
        url: '',
      },
    });
    const run = await world.prisma.discovery.create({
      data: {
        networkId: world.networkId,
        daemonId: daemon.id,
        name: 'run',
        discoveryType: 'Unified',
        runType: 'Historical',
        sessionId: randomUUID(),
        results: {},
      },
    });
    await world.prisma.ipAddress.update({ where: { id: address.id }, data: { lastDiscoveryId: run.id } });
    const input = { macAddress: '02:ab:00:00:00:99', name: 'seen' };
    const { updateIpAddress } = await world.member.query(updateDocument, { id: address.id, input });
    expect(updateIpAddress).toMatchObject({ macAddress: '02:ab:00:00:00:03', name: 'seen' });
  });

  test('an address moves to another network with its host and subnet', async () => {
    const address = await create();
    const movedReply = await world.member.rest.put(
      `/ip-addresses/${address.id}`,
      bodyOf({ network_id: world.otherNetworkId, host_id: elsewhere.hostIds[0], subnet_id: elsewhere.subnetId }),
    );
    expect([movedReply.status, movedReply.body.data?.network_id]).toEqual([200, world.otherNetworkId]);
  });

  test('deleting an address clears it from ports and deletes its bindings', async () => {
    const [id, interfaceId, bindingId] = [
      inventory.addressIds[1]!,
      inventory.interfaceIds[1]!,
      inventory.bindingIds[1]!,
    ];
    const reply = await world.member.rest.delete(`/ip-addresses/${id}`);
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    expect((await world.member.rest.get(`/interfaces/${interfaceId}`)).body.data.ip_address_id).toBeNull();
    expect((await world.member.rest.get(`/bindings/${bindingId}`)).status).toBe(404);
  });

  test('bulk delete skips missing and unreachable addresses, uncounted', async () => {
    const [one, two] = [await create(), await create()];
    const ids = [one.id, two.id, randomUUID(), elsewhere.addressIds[0]];
    const { body } = await world.narrowKey.rest.post('/ip-addresses/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 4 });
    expect((await world.member.rest.get(`/ip-addresses/${elsewhere.addressIds[0]}`)).status).toBe(200);
  });
});

describe('400', () => {
  test.each([
    [{ ip_address: '10.41.0.1' }, 'ip_address_out_of_range', { ip: '10.41.0.1', subnet: '10.40.0.0/16' }],
    [{ ip_address: '2001:db8::1' }, 'ip_address_out_of_range', { ip: '2001:db8::1', subnet: '10.40.0.0/16' }],
    [{ ip_address: '10.40.0.1/24' }, 'validation_invalid_ip', { field: 'ip_address' }],
    [{ ip_address: 'fe80::1%eth0' }, 'validation_invalid_ip', { field: 'ip_address' }],
    [{ ip_address: '' }, 'validation_invalid_ip', { field: 'ip_address' }],
    [{ ip_address: undefined }, 'validation_required', { field: 'ip_address' }],
    [{ host_id: undefined }, 'validation_required', { field: 'host_id' }],
    [{ mac_address: '02:00:00:00:00' }, 'validation_invalid_format', { field: 'mac_address' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ position: -1 }, 'validation_out_of_range', { field: 'position', min: 0, max: 2147483647 }],
    [{ subnet_id: 'lan' }, 'validation_invalid_format', { field: 'subnet_id' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const address = await create();
    const before = await world.prisma.ipAddress.count({ where: { networkId: world.networkId } });
    for (const reply of [
      await world.member.rest.post('/ip-addresses', bodyOf(fields)),
      await world.member.rest.put(`/ip-addresses/${address.id}`, bodyOf(fields)),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await world.member.rest.get(`/ip-addresses/${address.id}`)).body.data).toEqual(address);
    expect(await world.prisma.ipAddress.count({ where: { networkId: world.networkId } })).toBe(before);
  });

  test.each([
    ['host_id', 'Host', () => elsewhere.hostIds[0]],
    ['subnet_id', 'Subnet', () => elsewhere.subnetId],
  ])('a %s of another network is refused', async (field, entity, idOf) => {
    const { status, body } = await world.member.rest.post('/ip-addresses', bodyOf({ [field]: idOf() }));
    expect([status, body.code, body.params]).toEqual([400, 'entity_network_mismatch', { entity }]);
  });

  test('a bulk delete without ids is refused', async () => {
    const { status, body } = await world.member.rest.post('/ip-addresses/bulk-delete', []);
    expect([status, body.code]).toEqual([400, 'validation_bulk_empty']);
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot write', async () => {
    const { status, body } = await world.viewer.rest.post('/ip-addresses', bodyOf());
    expect([status, body.params]).toEqual([403, { action: 'createIpAddress', required: 'Member' }]);
  });

  test('missing hosts and subnets and those out of reach give the same answer, by REST and GraphQL', async () => {
    for (const [field, entity, unreachable] of [
      ['host', 'Host', elsewhere.hostIds[0]],
      ['subnet', 'Subnet', elsewhere.subnetId],
    ] as const)
      for (const id of [unreachable, randomUUID()]) {
        const { status, body } = await world.narrowKey.rest.post('/ip-addresses', bodyOf({ [`${field}_id`]: id }));
        expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity, id }]);
        const input = {
          networkId: world.networkId,
          hostId: inventory.hostIds[0],
          subnetId: inventory.subnetId,
          ipAddress: '10.40.99.1',
          [`${field}Id`]: id,
        };
        const refusal = await world.narrowKey.refusal(createDocument, { input });
        expect(refusal).toEqual({ code: 'entity_not_found', params: { entity, id } });
      }
  });
});

describe('409', () => {
  test('an address that the host has already in the subnet is refused, on POST and PUT', async () => {
    const [one, two] = [await create(), await create()];
    const clash = bodyOf({ ip_address: one.ip_address });
    for (const reply of [
      await world.member.rest.post('/ip-addresses', clash),
      await world.member.rest.put(`/ip-addresses/${two.id}`, clash),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        409,
        'entity_already_exists',
        { entity: 'IPAddress', field: 'ip_address', value: one.ip_address },
      ]);
  });

  test('a move to another host while a port or a binding refers to the address is refused', async () => {
    const id = inventory.addressIds[0]!;
    const body = bodyOf({ host_id: inventory.hostIds[2], ip_address: '10.40.0.0' });
    const reply = await world.member.rest.put(`/ip-addresses/${id}`, body);
    expect([reply.status, reply.body.code, reply.body.params.id]).toEqual([409, 'entity_in_use', id]);
  });

  test('an address changed since it was read is refused', async () => {
    const address = await create();
    const body = bodyOf({ ip_address: address.ip_address, expected_updated_at: address.updated_at });
    expect((await world.member.rest.put(`/ip-addresses/${address.id}`, { ...body, name: 'one' })).status).toBe(200);
    const late = await world.member.rest.put(`/ip-addresses/${address.id}`, { ...body, name: 'two' });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
  });
});
