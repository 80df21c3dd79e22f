// Tests of creating, changing and deleting interfaces over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let elsewhere: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, world, 2);
  elsewhere = await addInventory(world.prisma, { ...world, networkId: world.otherNetworkId }, 1);
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({
  network_id: world.networkId,
  host_id: inventory.hostIds[0],
  if_index: 7,
  if_descr: 'TenGigabitEthernet1/1/1',
  ...fields,
});
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/interfaces', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const createDocument = `mutation($input: CreateInterfaceInput!) { createInterface(input: $input) { id } }`;
const updateDocument = `mutation($id: UUID!, $input: UpdateInterfaceInput!) {
  updateInterface(id: $id, input: $input) { ifAlias ifDescr vlanIds ipConfigured } }`;

describe('200', () => {
  test('a created interface has every field, in canonical form', async () => {
    const writtenFields = {
      if_name: 'Te1/1/1',
      if_alias: 'to core',
      if_type: 6,
      speed_bps: 10_000_000_000,
      admin_status: 'Up',
      oper_status: 'LowerLayerDown',
      ip_address_id: inventory.addressIds[0],
      ip_configured: true,
      native_vlan_id: inventory.vlanIds[0],
    };
    const vlan_ids = [...inventory.vlanIds, inventory.vlanIds[0]];
    const macs = { mac_address: '02AB.0000.0007', fdb_macs: ['02-ab-00-00-00-08'] };
    const data = await create({ ...writtenFields, ...macs, vlan_ids });
    expect(data).toMatchObject({
      ...writtenFields,
      mac_address: '02:ab:00:00:00:07',
      fdb_macs: ['02:ab:00:00:00:08'],
      vlan_ids: [...inventory.vlanIds].sort(),
      display_name: 'to core',
      neighbors: [],
      first_discovery_id: null,
    });
    expect((await world.key.rest.get(`/interfaces/${data.id}`)).body.data).toEqual(data);
  });

  test('an omitted field stays, null clears it, and neighbors are ignored', async () => {
    const createdInterface = await create({
      if_alias: 'kept',
      vlan_ids: inventory.vlanIds,
      native_vlan_id: inventory.vlanIds[1],
      fdb_macs: ['02:ab:00:00:00:09'],
    });
    const keptReply = await world.member.rest.put(`/interfaces/${createdInterface.id}`, bodyOf({ neighbors: [] }));
    expect({ ...keptReply.body.data, updated_at: createdInterface.updated_at }).toEqual(createdInterface);
    const clearedFields = { if_alias: null, vlan_ids: null, native_vlan_id: null, fdb_macs: null, speed_bps: null };
    const clearedReply = await world.member.rest.put(`/interfaces/${createdInterface.id}`, bodyOf(clearedFields));
    expect(clearedReply.body.data).toMatchObject({ ...clearedFields, vlan_ids: [], fdb_macs: [] });
  });

  test('tagged VLANs are replaced exactly', async () => {
    const createdInterface = await create({ vlan_ids: [inventory.vlanIds[0]] });
    const { body } = await world.member.rest.put(
      `/interfaces/${createdInterface.id}`,
      bodyOf({ vlan_ids: [inventory.vlanIds[1]] }),
    );
    expect(body.data.vlan_ids).toEqual([inventory.vlanIds[1]]);
  });

  test('GraphQL changes only the fields in its input', async () => {
    const { id } = await create({ if_alias: 'kept', vlan_ids: inventory.vlanIds });
    const { updateInterface } = await world.member.query(updateDocument, { id, input: { ipConfigured: true } });
    expect(updateInterface).toEqual({
      ifAlias: 'kept',
      ifDescr: 'TenGigabitEthernet1/1/1',
      vlanIds: [...inventory.vlanIds].sort(),
      ipConfigured: true,
    });
  });

  test('a move to another network drops VLANs and neighbours', async () => {
    const id = inventory.interfaceIds[1]!;
    const otherNetworkInput = { network_id: world.otherNetworkId, host_id: elsewhere.hostIds[0], if_name: 'Gi9/9' };
    const links = { ip_address_id: null, native_vlan_id: null };
    const movedReply = await world.member.rest.put(`/interfaces/${id}`, bodyOf({ ...otherNetworkInput, ...links }));
    expect(movedReply.status).toBe(200);
    expect(movedReply.body.data).toMatchObject({ ...otherNetworkInput, vlan_ids: [], neighbors: [] });
  });

  test('bulk delete removes the links too and skips inaccessible rows', async () => {
    const createdInterface = await create({ vlan_ids: inventory.vlanIds });
    const ids = [createdInterface.id, inventory.interfaceIds[0], elsewhere.interfaceIds[0], randomUUID()];
    const { body } = await world.narrowKey.rest.post('/interfaces/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 4 });
    expect((await world.member.rest.get(`/interfaces/${elsewhere.interfaceIds[0]}`)).status).toBe(200);
    const remainingWhere = { interfaceId: { in: [createdInterface.id, inventory.interfaceIds[0]!] } };
    expect(await world.prisma.interfaceVlan.count({ where: remainingWhere })).toBe(0);
    expect(await world.prisma.neighborEvidence.count({ where: remainingWhere })).toBe(0);
  });

  test('a deleted interface is not found', async () => {
    const { id } = await create();
    expect((await world.member.rest.delete(`/interfaces/${id}`)).body.data).toBeNull();
    expect((await world.member.rest.get(`/interfaces/${id}`)).status).toBe(404);
  });
});

describe('400', () => {
  const largest = 2147483647;
  test.each([
    [{ if_index: undefined }, 'validation_required', { field: 'if_index' }],
    [{ if_descr: null }, 'validation_required', { field: 'if_descr' }],
    [{ if_descr: ' ' }, 'validation_empty', { field: 'if_descr' }],
    [{ if_descr: 'x'.repeat(256) }, 'validation_max_length', { field: 'if_descr', max: 255 }],
    [{ if_name: 'x'.repeat(256) }, 'validation_max_length', { field: 'if_name', max: 255 }],
    [{ if_alias: 'x'.repeat(256) }, 'validation_max_length', { field: 'if_alias', max: 255 }],
    [{ if_index: -1 }, 'validation_out_of_range', { field: 'if_index', min: 0, max: largest }],
    [{ if_type: -1 }, 'validation_out_of_range', { field: 'if_type', min: 0, max: largest }],
    [{ speed_bps: -1 }, 'validation_out_of_range', { field: 'speed_bps', min: 0, max: '9223372036854775807' }],
    [{ speed_bps: '9223372036854775808' }, 'validation_invalid_format', { field: 'speed_bps' }],
    [{ admin_status: 'Dormant' }, 'validation_invalid_format', { field: 'admin_status' }],
    [{ mac_address: 'zz' }, 'validation_invalid_format', { field: 'mac_address' }],
    [{ fdb_macs: ['zz'] }, 'validation_invalid_format', { field: 'fdb_macs' }],
    [{ vlan_ids: ['one'] }, 'validation_invalid_format', { field: 'vlan_ids' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const createdInterface = await create();
    const before = await world.prisma.interface.count({ where: { networkId: world.networkId } });
    for (const reply of [
      await world.member.rest.post('/interfaces', bodyOf(fields)),
      await world.member.rest.put(`/interfaces/${createdInterface.id}`, bodyOf(fields)),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await world.member.rest.get(`/interfaces/${createdInterface.id}`)).body.data).toEqual(createdInterface);
    expect(await world.prisma.interface.count({ where: { networkId: world.networkId } })).toBe(before);
  });

  test.each([
    ['host_id', 'Host', () => elsewhere.hostIds[0]],
    ['native_vlan_id', 'VLAN', () => elsewhere.vlanIds[0]],
    ['vlan_ids', 'VLAN', () => [inventory.vlanIds[0], elsewhere.vlanIds[0]]],
  ])('a %s of another network is refused', async (field, entity, valueOf) => {
    const { status, body } = await world.member.rest.post('/interfaces', bodyOf({ [field]: valueOf() }));
    expect([status, body.code, body.params]).toEqual([400, 'entity_network_mismatch', { entity }]);
  });

  test('an address of another host is refused', async () => {
    const { status, body } = await world.member.rest.post(
      '/interfaces',
      bodyOf({ host_id: inventory.hostIds[1], ip_address_id: inventory.addressIds[0] }),
    );
    expect([status, body.code, body.params]).toEqual([
      400,
      'entity_reference_invalid',
      { entity: 'IPAddress', field: 'ip_address_id' },
    ]);
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot write', async () => {
    const { status, body } = await world.viewer.rest.post('/interfaces', bodyOf());
    expect([status, body.params]).toEqual([403, { action: 'createInterface', required: 'Member' }]);
  });

  test('missing rows and rows out of reach give the same answer', async () => {
    for (const [field, entity, unreachable] of [
      ['hostId', 'Host', elsewhere.hostIds[0]],
      ['ipAddressId', 'IPAddress', elsewhere.addressIds[0]],
      ['nativeVlanId', 'VLAN', elsewhere.vlanIds[0]],
    ] as const)
      for (const id of [unreachable, randomUUID()]) {
        const place = { networkId: world.networkId, hostId: inventory.hostIds[0], ifIndex: 1, ifDescr: 'eth0' };
        const refusal = await world.narrowKey.refusal(createDocument, { input: { ...place, [field]: id } });
        expect(refusal).toEqual({ code: 'entity_not_found', params: { entity, id } });
      }
  });
});

describe('409', () => {
  test('a name that the host has already is refused, on POST and PUT', async () => {
    await create({ if_name: 'Po1' });
    const two = await create({ if_name: 'Po2' });
    for (const reply of [
      await world.member.rest.post('/interfaces', bodyOf({ if_name: 'Po1' })),
      await world.member.rest.put(`/interfaces/${two.id}`, bodyOf({ if_name: 'Po1', vlan_ids: inventory.vlanIds })),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        409,
        'entity_already_exists',
        { entity: 'Interface', field: 'if_name', value: 'Po1' },
      ]);
    expect((await world.member.rest.get(`/interfaces/${two.id}`)).body.data).toEqual(two);
  });

  test('an interface changed since it was read is refused', async () => {
    const createdInterface = await create();
    const body = bodyOf({ expected_updated_at: createdInterface.updated_at });
    expect(
      (await world.member.rest.put(`/interfaces/${createdInterface.id}`, { ...body, if_alias: 'one' })).status,
    ).toBe(200);
    const late = await world.member.rest.put(`/interfaces/${createdInterface.id}`, {
      ...body,
      vlan_ids: inventory.vlanIds,
    });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
    expect((await world.member.rest.get(`/interfaces/${createdInterface.id}`)).body.data.vlan_ids).toEqual([]);
  });
});
