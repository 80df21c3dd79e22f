// Tests of hosts over REST and GraphQL, created, changed and deleted with all of their parts in one request, grouped by
// HTTP status.
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
const address = (fields: Partial<Record<'id' | 'name' | 'subnet_id' | 'ip_address' | 'mac_address', string>> = {}) => {
  const number = nextAddress++;
  return { subnet_id: inventory.subnetId, ip_address: `10.40.${100 + (number >> 8)}.${number & 255}`, ...fields };
};
const bodyOf = (fields: object = {}) => ({
  name: 'db-1',
  network_id: world.networkId,
  hidden: false,
  tags: [] as string[],
  ...fields,
});
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/hosts', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (id: string, fields: object = {}) => world.member.rest.put(`/hosts/${id}`, bodyOf(fields));
const read = async (id: string) => (await world.member.rest.get(`/hosts/${id}`)).body.data;

/** A request for a host with rows in every list. The rows refer to each other by ids that the request contains. */
function wholeHost() {
  const [ipId, portId, runtimeId] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    description: '',
    hostname: 'db-1.example',
    tags: [inventory.tagId, inventory.tagId],
    sys_descr: 'Linux',
    chassis_id: `chassis ${ipId}`,
    virtualization_metadata: { type: 'Proxmox', details: { vm_name: 'db', vm_id: '101' } },
    virtualization_service_id: inventory.serviceIds[0],
    credential_assignments: [{ credential_id: inventory.credentialId }],
    ip_addresses: [address({ id: ipId, mac_address: '02-AB-00-00-10-01' }), address()],
    ports: [
      { id: portId, number: 5432, protocol: 'Tcp' },
      { number: 53, protocol: 'Udp' },
    ],
    services: [
      { id: runtimeId, name: 'Docker', service_definition: 'Docker', tags: [inventory.tagId], bindings: [] },
      {
        name: 'PostgreSQL',
        service_definition: 'PostgreSQL',
        virtualization_metadata: { type: 'Docker', details: { container_name: 'pg', compose_project: 'shop' } },
        virtualization_service_id: runtimeId,
        bindings: [{ type: 'Port', port_id: portId, ip_address_id: ipId }],
      },
    ],
    interfaces: [
      {
        if_index: 1,
        if_descr: 'eth0',
        if_name: 'eth0',
        ip_address_id: ipId,
        native_vlan_id: inventory.vlanIds[0],
        vlan_ids: inventory.vlanIds,
        speed_bps: 1_000_000_000,
      },
    ],
  };
}

describe('200', () => {
  test('a host is created with all its parts, which keep client ids and mutual references', async () => {
    const body = wholeHost();
    const host = await create(body);
    expect(host).toMatchObject({
      name: 'db-1',
      description: null,
      hostname: 'db-1.example',
      tags: [inventory.tagId],
      source: { type: 'Manual' },
      sys_descr: 'Linux',
      virtualization_metadata: body.virtualization_metadata,
      virtualization_service_id: inventory.serviceIds[0],
      credential_assignments: body.credential_assignments,
      ip_addresses: [
        { id: body.ip_addresses[0]!.id, mac_address: '02:ab:00:00:10:01', position: 0, host_id: host.id },
        { position: 1 },
      ],
      ports: [{ number: 53 }, { id: body.ports[0]!.id, number: 5432, type: expect.any(String) }],
      interfaces: [
        {
          if_name: 'eth0',
          ip_address_id: body.ip_addresses[0]!.id,
          vlan_ids: [...inventory.vlanIds].sort(),
          speed_bps: 1_000_000_000,
        },
      ],
      services: [
        { id: body.services[0]!.id, tags: [inventory.tagId], bindings: [], source: { type: 'Manual' } },
        {
          virtualization_service_id: body.services[0]!.id,
          virtualization_metadata: { type: 'Docker', details: { container_name: 'pg', compose_project: 'shop' } },
          bindings: [{ type: 'Port', port_id: body.ports[0]!.id, ip_address_id: body.ip_addresses[0]!.id }],
        },
      ],
    });
    expect(await read(host.id)).toEqual(host);
  });

  test("a response that is sent back changes only the host's time", async () => {
    const host = await create(wholeHost());
    const { status, body } = await world.member.rest.put(`/hosts/${host.id}`, host);
    expect([status, body.data]).toEqual([200, { ...host, updated_at: body.data?.updated_at }]);
  });

  test('omitted lists stay, a given list replaces the stored one exactly', async () => {
    const host = await create(wholeHost());
    const renamedData = (await put(host.id, { name: 'renamed', tags: host.tags })).body.data;
    const { updated_at, valid_from } = renamedData;
    expect(renamedData).toEqual({ ...host, name: 'renamed', display_name: 'renamed', updated_at, valid_from });
    expect(valid_from > host.valid_from).toBe(true);
    const keptAddress = host.ip_addresses[1];
    const { data } = (
      await put(host.id, {
        tags: host.tags,
        ip_addresses: [
          address({ name: 'new' }),
          { id: keptAddress.id, subnet_id: keptAddress.subnet_id, ip_address: '10.40.99.99' },
        ],
      })
    ).body;
    expect(data.ip_addresses).toMatchObject([
      { name: 'new' },
      { id: keptAddress.id, ip_address: '10.40.99.99', position: 1 },
    ]);
    expect(data.ip_addresses[1].created_at).toBe(keptAddress.created_at);
    // Deleting the address has also deleted its binding. The interface is kept.
    expect(data.services[1].bindings).toEqual([]);
    expect(data.interfaces[0].ip_address_id).toBeNull();
    expect([data.ports, data.services[0]]).toEqual([host.ports, host.services[0]]);
    const emptiedData = (await put(host.id, { ports: [], services: [], interfaces: [], ip_addresses: [] })).body.data;
    expect(emptiedData).toMatchObject({ ports: [], services: [], interfaces: [], ip_addresses: [], tags: [] });
  });

  test('rows without an id match by their key and keep their id; omitted fields stay', async () => {
    const host = await create(wholeHost());
    const [first] = host.ip_addresses;
    const { data } = (
      await put(host.id, {
        ip_addresses: [{ subnet_id: first.subnet_id, ip_address: first.ip_address, name: 'named' }],
        ports: [{ number: 5432, protocol: 'Tcp' }],
        interfaces: [{ if_index: 1, if_descr: 'eth0 renamed', if_name: 'eth0' }],
      })
    ).body;
    expect(data.ip_addresses).toMatchObject([{ id: first.id, name: 'named', mac_address: first.mac_address }]);
    expect(data.ports).toEqual([host.ports[1]]);
    const [port] = host.interfaces;
    expect(data.interfaces).toMatchObject([{ id: port.id, if_descr: 'eth0 renamed', vlan_ids: port.vlan_ids }]);
    expect(data.services[1].bindings).toEqual(host.services[1].bindings);
  });

  test('rows exchange unique values, and two services their bindings', async () => {
    const [portId, otherId] = [randomUUID(), randomUUID()];
    const interfaceRow = (name: string, if_index: number) => ({ if_index, if_descr: name, if_name: name });
    const host = await create({
      ip_addresses: [address(), address()],
      ports: [
        { id: portId, number: 80, protocol: 'Tcp' },
        { id: otherId, number: 443, protocol: 'Tcp' },
      ],
      interfaces: [interfaceRow('eth0', 0), interfaceRow('eth1', 1)],
      services: [portId, otherId].map((port_id) => ({
        ...{ name: 'web', service_definition: 'nginx', bindings: [{ port_id }] },
      })),
    });
    type Rows = Record<string, unknown>[];
    const swapMembers = ([one, two]: Rows, ...members: string[]) => {
      const takeMembers = (row: object, from: Record<string, unknown>) =>
        members.reduce((all, name) => ({ ...all, [name]: from[name] }), row);
      return [takeMembers(one!, two!), takeMembers(two!, one!)] as Rows;
    };
    const [first, second] = host.services;
    const lists = {
      ip_addresses: swapMembers(host.ip_addresses, 'ip_address'),
      ports: swapMembers(host.ports, 'number'),
      interfaces: swapMembers(host.interfaces, 'if_name'),
      services: swapMembers(host.services, 'bindings'),
    };
    const { status, body } = await put(host.id, lists);
    expect([status, body.code]).toEqual([200, undefined]);
    const byId = (rows: Rows, ...members: string[]) =>
      Object.fromEntries(rows.map((row) => [row.id, members.map((name) => row[name])]));
    expect(byId(body.data.ip_addresses, 'ip_address')).toEqual(byId(lists.ip_addresses, 'ip_address'));
    expect(byId(body.data.ports, 'number')).toEqual(byId(lists.ports, 'number'));
    expect(byId(body.data.interfaces, 'if_name')).toEqual(byId(lists.interfaces, 'if_name'));
    expect(
      byId([...body.data.services[0].bindings, ...body.data.services[1].bindings], 'service_id', 'port_id'),
    ).toEqual({
      [second.bindings[0].id]: [first.id, otherId],
      [first.bindings[0].id]: [second.id, portId],
    });
  });

  test('a binding to a port on all addresses replaces narrower bindings', async () => {
    const [portId, ipId] = [randomUUID(), randomUUID()];
    const bindings = [{ port_id: portId, ip_address_id: ipId }, { port_id: portId }];
    const host = await create({
      ip_addresses: [address({ id: ipId })],
      ports: [{ id: portId, number: 80, protocol: 'Tcp' }],
      services: [{ name: 'web', service_definition: 'nginx', bindings }],
    });
    expect(host.services[0].bindings).toMatchObject([{ port_id: portId, ip_address_id: null }]);
  });

  test('PUT keeps discovered fields and the network', async () => {
    const host = await create({ sys_descr: 'Linux' });
    const { body } = await put(host.id, { sys_descr: 'other', network_id: world.otherNetworkId });
    expect(body.data).toMatchObject({ sys_descr: 'Linux', network_id: world.networkId });
  });

  test('GraphQL changes only the fields in its input', async () => {
    const host = await create(wholeHost());
    const document = `mutation($id: UUID!, $input: UpdateHostInput!) { updateHost(id: $id, input: $input) { name hidden tagIds } }`;
    const { updateHost } = await world.member.query(document, { id: host.id, input: { hidden: true } });
    expect(updateHost).toEqual({ name: 'db-1', hidden: true, tagIds: host.tags });
    expect(await read(host.id)).toMatchObject({ ip_addresses: host.ip_addresses, services: host.services });
  });

  test('deleting deletes the parts too; bulk delete skips missing and unreachable hosts', async () => {
    const [one, two] = [await create(wholeHost()), await create()];
    expect((await world.member.rest.delete(`/hosts/${one.id}`)).body.data).toBeNull();
    expect((await world.member.rest.get(`/services/${one.services[0].id}`)).status).toBe(404);
    const ids = [two.id, one.id, elsewhere.hostIds[0], randomUUID()];
    const { body } = await world.narrowKey.rest.post('/hosts/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 4 });
  });
});

describe('400', () => {
  const service = { name: 'web', service_definition: 'nginx' };
  test.each([
    [{ name: undefined }, 'validation_required', { field: 'name' }],
    [{ tags: undefined }, 'validation_required', { field: 'tags' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ description: 'x'.repeat(501) }, 'validation_max_length', { field: 'description', max: 500 }],
    [{ hostname: 'x'.repeat(256) }, 'validation_max_length', { field: 'hostname', max: 255 }],
    [
      { ports: [{ number: 0, protocol: 'Tcp' }] },
      'validation_out_of_range',
      { field: 'ports.number', min: 1, max: 65535 },
    ],
    [
      { ports: [{ number: 65536, protocol: 'Tcp' }] },
      'validation_out_of_range',
      { field: 'ports.number', min: 1, max: 65535 },
    ],
    [{ services: [{ name: 'web' }] }, 'validation_required', { field: 'services.service_definition' }],
    [{ services: [service, { ...service, position: 1 }] }, 'validation_required', { field: 'services.position' }],
    [{ services: [{ ...service, bindings: [{}] }] }, 'validation_required', { field: 'services.bindings.port_id' }],
    [
      { services: [{ ...service, bindings: [{ type: 'IPAddress' }] }] },
      'validation_required',
      { field: 'services.bindings.ip_address_id' },
    ],
    [{ services: [{ ...service, colour: 'red' }] }, 'validation_invalid_format', { field: 'services.colour' }],
    [{ interfaces: [{ if_index: 1 }] }, 'validation_required', { field: 'interfaces.if_descr' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const host = await create(wholeHost());
    const before = await world.prisma.host.count({ where: { networkId: world.networkId } });
    for (const reply of [await world.member.rest.post('/hosts', bodyOf(fields)), await put(host.id, fields)])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect(await read(host.id)).toEqual(host);
    expect(await world.prisma.host.count({ where: { networkId: world.networkId } })).toBe(before);
  });

  test('an address outside its subnet, rows of another network or host, and a host on itself are refused', async () => {
    const host = await create(wholeHost());
    const bound = { ...service, bindings: [{ port_id: inventory.portIds[0] }] };
    const nested = await create({ virtualization_service_id: host.services[0].id, services: [service] });
    for (const [fields, code, params] of [
      [
        { ip_addresses: [address({ ip_address: '10.41.0.1' })] },
        'ip_address_out_of_range',
        { ip: '10.41.0.1', subnet: '10.40.0.0/16' },
      ],
      [{ ip_addresses: [address({ subnet_id: elsewhere.subnetId })] }, 'entity_network_mismatch', { entity: 'Subnet' }],
      [{ virtualization_service_id: elsewhere.serviceIds[0] }, 'entity_network_mismatch', { entity: 'Service' }],
      [{ services: [bound] }, 'entity_reference_invalid', { entity: 'Port', field: 'services.bindings.port_id' }],
      [
        { services: [{ ...service, virtualization_service_id: inventory.serviceIds[1] }] },
        'entity_reference_invalid',
        { entity: 'Service', field: 'services.virtualization_service_id' },
      ],
      [
        { virtualization_service_id: host.services[0].id },
        'entity_reference_invalid',
        { entity: 'Service', field: 'virtualization_service_id' },
      ],
      [
        { virtualization_service_id: nested.services[0].id },
        'entity_reference_invalid',
        { entity: 'Service', field: 'virtualization_service_id' },
      ],
    ] as const) {
      const reply = await put(host.id, fields);
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    }
    expect(await read(host.id)).toEqual(host);
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot write; a network out of reach is denied', async () => {
    const { status, body } = await world.viewer.rest.post('/hosts', bodyOf());
    expect([status, body.params]).toEqual([403, { action: 'createHost', required: 'Member' }]);
    const deniedReply = await world.narrowKey.rest.post('/hosts', bodyOf({ network_id: world.otherNetworkId }));
    expect([deniedReply.status, deniedReply.body.code]).toEqual([403, 'entity_access_denied']);
  });

  test('rows in parts that are missing or out of reach give the same answer', async () => {
    for (const id of [elsewhere.vlanIds[0], randomUUID()]) {
      const interfaces = [{ if_index: 1, if_descr: 'eth0', native_vlan_id: id }];
      const { status, body } = await world.narrowKey.rest.post('/hosts', bodyOf({ interfaces }));
      expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity: 'VLAN', id }]);
    }
  });
});

describe('409', () => {
  const refusedAs = async (fields: object, field: string, value: string) => {
    const before = await world.prisma.host.count({ where: { networkId: world.networkId } });
    const { status, body } = await world.member.rest.post('/hosts', bodyOf(fields));
    expect([status, body.code, body.params]).toEqual([409, 'entity_already_exists', { entity: 'Host', field, value }]);
    expect(await world.prisma.host.count({ where: { networkId: world.networkId } })).toBe(before);
  };

  test('a host that exists is refused: by address, chassis ID, or vendor-assigned MAC address', async () => {
    const one = address();
    await create({
      chassis_id: 'chassis-9',
      ip_addresses: [one],
      interfaces: [{ if_index: 1, if_descr: 'eth0', mac_address: '00:1b:21:00:00:01' }],
    });
    await refusedAs({ ip_addresses: [one] }, 'ip_address', one.ip_address);
    await refusedAs({ chassis_id: 'chassis-9' }, 'chassis_id', 'chassis-9');
    const mac = '00:1b:21:00:00:01';
    await refusedAs({ ip_addresses: [address({ mac_address: mac })] }, 'mac_address', mac);
  });

  test('virtual router addresses and locally administered MAC addresses match no host', async () => {
    const sharedAddress = address({ mac_address: '00:00:5e:00:01:0a' });
    await create({ ip_addresses: [sharedAddress, address({ mac_address: '02:ab:00:00:20:01' })] });
    await create({ ip_addresses: [sharedAddress, address({ mac_address: '02:ab:00:00:20:01' })] });
  });

  test('of hosts created with one address at the same time, one succeeds', async () => {
    const ip_addresses = [address()];
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.member.rest.post('/hosts', bodyOf({ ip_addresses }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('duplicate rows and a used id are refused', async () => {
    const port = { number: 80, protocol: 'Tcp' };
    const namedInterface = { if_index: 1, if_descr: 'eth0', if_name: 'eth0' };
    const renamedInterface = { ...namedInterface, if_index: 2 };
    const alike = await world.member.rest.post('/hosts', bodyOf({ interfaces: [namedInterface, renamedInterface] }));
    expect([alike.status, alike.body.params]).toEqual([409, { entity: 'Interface', field: 'if_name', value: 'eth0' }]);
    const twice = await world.member.rest.post('/hosts', bodyOf({ ports: [port, port] }));
    expect([twice.status, twice.body.params]).toEqual([409, { entity: 'Port', field: 'number', value: 80 }]);
    const id = inventory.portIds[0];
    const takenReply = await world.narrowKey.rest.post('/hosts', bodyOf({ ports: [{ ...port, id }] }));
    expect([takenReply.status, takenReply.body.params]).toEqual([409, { entity: 'Port', field: 'id', value: id }]);
  });

  test('binding an address and one of its ports is refused', async () => {
    const [portId, ipId] = [randomUUID(), randomUUID()];
    const bindings = [{ ip_address_id: ipId }, { port_id: portId }];
    const reply = await world.member.rest.post(
      '/hosts',
      bodyOf({
        ip_addresses: [address({ id: ipId })],
        ports: [{ id: portId, number: 80, protocol: 'Tcp' }],
        services: [{ name: 'web', service_definition: 'nginx', bindings }],
      }),
    );
    expect([reply.status, reply.body.code]).toEqual([409, 'binding_conflict']);
  });

  test('a host with a daemon cannot be deleted, alone or in bulk', async () => {
    const [host, other] = [await create(), await create()];
    await world.prisma.daemon.create({
      data: {
        networkId: world.networkId,
        organizationId: world.organizationId,
        hostId: host.id,
        name: 'probe',
        mode: 'daemon_poll',
        url: '',
      },
    });
    for (const reply of [
      await world.member.rest.delete(`/hosts/${host.id}`),
      await world.member.rest.post('/hosts/bulk-delete', [other.id, host.id]),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        409,
        'entity_in_use',
        { entity: 'Host', id: host.id, used_by: 'Daemon' },
      ]);
    expect((await world.member.rest.get(`/hosts/${other.id}`)).status).toBe(200);
  });

  test('a host changed since it was read is refused', async () => {
    const host = await create();
    expect((await put(host.id, { name: 'one', expected_updated_at: host.updated_at })).status).toBe(200);
    const late = await put(host.id, { ports: [{ number: 1, protocol: 'Tcp' }], expected_updated_at: host.updated_at });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
    expect((await read(host.id)).ports).toEqual([]);
  });
});

describe('statements', () => {
  const partsOf = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({ index, ip: randomUUID(), port: randomUUID() }));
    return {
      ip_addresses: rows.map(({ ip }) => address({ id: ip })),
      ports: rows.map(({ index, port }) => ({ id: port, number: 1000 + index, protocol: 'Tcp' })),
      services: rows.map(({ index, ip, port }) => ({
        name: `service ${index}`,
        service_definition: 'nginx',
        tags: [inventory.tagId],
        bindings: [{ port_id: port, ip_address_id: ip }],
      })),
      interfaces: rows.map(({ index, ip }) => ({
        ...{ if_index: index, if_descr: `eth${index}`, if_name: `eth${index}`, ip_address_id: ip },
        vlan_ids: inventory.vlanIds,
      })),
    };
  };

  test('creating, changing and replacing take as many statements for two hundred parts as for eight', async () => {
    type Rows = Record<string, unknown>[];
    const renameRows = (rows: Rows, fields: object) => rows.map((row) => ({ ...row, ...fields }));
    const costOf = async (count: number) => {
      let host!: { id: string; ip_addresses: Rows; services: Rows; interfaces: Rows };
      const putLists = async (lists: object) => expect((await put(host.id, lists)).status).toBe(200);
      const createStatements = await world.queries.during(async () => (host = await create(partsOf(count))));
      const changeStatements = await world.queries.during(() =>
        putLists({
          ip_addresses: renameRows(host.ip_addresses, { name: 'changed' }),
          services: renameRows(host.services, { name: 'changed', tags: [], bindings: [] }),
          interfaces: renameRows(host.interfaces, { if_alias: 'changed', vlan_ids: [] }),
        }),
      );
      const { ports, ...others } = partsOf(count);
      const movedRows = ports.map((port) => ({ ...port, number: port.number + 5000 }));
      const replaceStatements = await world.queries.during(() => putLists({ ...others, ports: movedRows }));
      return [createStatements, changeStatements, replaceStatements].map((statements) =>
        statements.map((sql) => sql.split(/[(,]/)[0]),
      );
    };
    expect(await costOf(50)).toEqual(await costOf(2));
  });
});
