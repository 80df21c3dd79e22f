// Tests of reading the inventory (hosts and their parts, subnets, groups) over REST and GraphQL, grouped by HTTP
// status, and of the number of SQL statements per read.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let otherInventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
  const scope = { networkId: world.networkId, organizationId: world.organizationId };
  inventory = await addInventory(world.prisma, scope, 60);
  otherInventory = await addInventory(world.prisma, { ...scope, networkId: world.otherNetworkId }, 2);
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
const get = async (path: string, caller: Caller = world.key) => {
  const { status, body, story } = await caller.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body;
};
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

/**
 * For each list: path, GraphQL list, getter, entity name in errors, an id in the caller's network, and an id in the
 * other network.
 */
const resources = [
  ['hosts', 'hosts', 'host', 'Host', () => [inventory.hostIds[1]!, otherInventory.hostIds[1]!]],
  [
    'ip-addresses',
    'ipAddresses',
    'ipAddress',
    'IPAddress',
    () => [inventory.addressIds[1]!, otherInventory.addressIds[1]!],
  ],
  [
    'interfaces',
    'interfaces',
    'interface',
    'Interface',
    () => [inventory.interfaceIds[1]!, otherInventory.interfaceIds[1]!],
  ],
  ['ports', 'ports', 'port', 'Port', () => [inventory.portIds[1]!, otherInventory.portIds[1]!]],
  ['bindings', 'bindings', 'binding', 'Binding', () => [inventory.bindingIds[1]!, otherInventory.bindingIds[1]!]],
  ['services', 'services', 'service', 'Service', () => [inventory.serviceIds[1]!, otherInventory.serviceIds[1]!]],
  ['subnets', 'subnets', 'subnet', 'Subnet', () => [inventory.subnetId, otherInventory.subnetId]],
  ['groups', 'groups', 'group', 'Group', () => [inventory.serviceGroupId, otherInventory.serviceGroupId]],
] as const;

describe('200', () => {
  test('a host has every field, and its parts are equal to their own responses', async () => {
    const id = inventory.hostIds[1];
    const { data } = await get(`/hosts/${id}`);
    expect(Object.keys(data).sort()).toEqual(
      `answers_default_community chassis_id created_at credential_assignments description display_name firmware_revision firmware_revision_source
      first_discovery_id hidden hostname hostname_source id interfaces ip_addresses last_discovery_id last_seen_at lineage_id management_url
      manufacturer manufacturer_source model model_source name name_source network_id os os_source ports role role_source serial_number
      serial_number_source services software_revision software_revision_source source stp_root_bridge_id stp_root_cost sys_contact sys_descr sys_location
      sys_name sys_name_source sys_object_id tags updated_at valid_from valid_to virtualization_metadata
      virtualization_service_id`.split(/\s+/),
    );
    expect(data).toMatchObject({
      name: 'host-1',
      display_name: 'host-1',
      network_id: world.networkId,
      lineage_id: id,
      hidden: false,
      valid_to: null,
      tags: [inventory.tagId],
      source: { type: 'Manual' },
      credential_assignments: [{ credential_id: inventory.credentialId }],
      virtualization_metadata: null,
    });
    for (const [part, path] of [
      ['ip_addresses', 'ip-addresses'],
      ['ports', 'ports'],
      ['services', 'services'],
      ['interfaces', 'interfaces'],
    ] as const) {
      expect(data[part]).toEqual([(await get(`/${path}/${data[part][0].id}`)).data]);
    }
  });

  test('include_children=false returns hosts with their addresses and without their other parts', async () => {
    const { data } = await get('/hosts?limit=2&include_children=false');
    expect(data).toHaveLength(2);
    expect(data[0]).toHaveProperty('name');
    expect(data[0]).toHaveProperty('ip_addresses');
    for (const part of ['ports', 'services', 'interfaces']) expect(data[0]).not.toHaveProperty(part);
  });

  test('an interface has its VLANs, learned MAC addresses and neighbours', async () => {
    const { data } = await get(`/interfaces/${inventory.interfaceIds[0]}`);
    expect(data).toMatchObject({
      host_id: inventory.hostIds[0],
      display_name: 'GigabitEthernet1/0/1',
      if_index: 1,
      if_name: 'Gi1/0/1',
      speed_bps: 10_000_000_000,
      admin_status: null,
      ip_address_id: inventory.addressIds[0],
      native_vlan_id: inventory.vlanIds[0],
      fdb_macs: ['02:00:00:00:00:01'],
      neighbors: [
        { type: 'Interface', id: inventory.interfaceIds[1], protocol: 'LLDP' },
        { type: 'Host', id: inventory.hostIds[0], protocol: 'CDP' },
      ],
    });
    expect(data.vlan_ids).toEqual([...inventory.vlanIds].sort());
  });

  test('GraphQL follows a cable from port to port and shows the report behind it', async () => {
    const document = `query($id: UUID!) { interface(id: $id) {
      nativeVlan { vlanNumber } taggedVlans { vlanNumber } ipAddress { ipAddress }
      neighbors { type neighborId remoteInterface { displayName host { displayName } } remoteHost { name } }
      neighborEvidence { protocol lldpSysName lldpMgmtAddr cdpDeviceId lldpChassisId { subtype value } lldpPortId { value } } } }`;
    const { interface: port } = await world.viewer.query(document, { id: inventory.interfaceIds[0] });
    expect(port).toMatchObject({
      nativeVlan: { vlanNumber: 3000 },
      ipAddress: { ipAddress: '10.40.0.0' },
      neighbors: [
        {
          type: 'Interface',
          neighborId: inventory.interfaceIds[1],
          remoteInterface: { displayName: 'GigabitEthernet1/0/1', host: { displayName: 'host-1' } },
          remoteHost: null,
        },
        { type: 'Host', neighborId: inventory.hostIds[0], remoteInterface: null, remoteHost: { name: 'host-0' } },
      ],
      neighborEvidence: [
        {
          protocol: 'LLDP',
          lldpSysName: 'host-1',
          lldpMgmtAddr: '10.40.0.1',
          cdpDeviceId: null,
          lldpChassisId: { subtype: 'MacAddress', value: '02:00:00:00:00:01' },
          lldpPortId: null,
        },
      ],
    });
    expect(port.taggedVlans.map((vlan: { vlanNumber: number }) => vlan.vlanNumber).sort()).toEqual([3000, 3001]);
  });

  test('a service has its bindings, its container and, in GraphQL, its software', async () => {
    const { data } = await get(`/services/${inventory.serviceIds[1]}`);
    expect(data).toMatchObject({
      host_id: inventory.hostIds[1],
      name: 'service-1',
      service_definition: 'nginx',
      position: 0,
      tags: [inventory.tagId],
      virtualization_service_id: inventory.serviceIds[0],
      virtualization_metadata: {
        type: 'Docker',
        details: { container_name: 'web', container_id: null, compose_project: 'shop' },
      },
    });
    expect(data.bindings).toEqual([(await get(`/bindings/${inventory.bindingIds[1]}`)).data]);
    const { service } = await world.viewer.query(
      `query($id: UUID!) { service(id: $id) { category definition { id name isGeneric ports { number protocol } }
        virtualizationService { name containerizedServices(first: 1) { totalCount } } } }`,
      { id: inventory.serviceIds[1] },
    );
    expect(service).toMatchObject({
      category: 'ReverseProxy',
      definition: { id: 'nginx', name: 'NGINX', isGeneric: true },
      virtualizationService: { name: 'service-0', containerizedServices: { totalCount: 59 } },
    });
  });

  test('software that is not in the registry is Custom, under its own id', async () => {
    const data = {
      networkId: world.networkId,
      hostId: inventory.hostIds[0]!,
      name: 'ours',
      serviceDefinition: 'our-tool',
    };
    const createdService = await world.prisma.service.create({ data });
    const { service, services } = await world.viewer.query(
      `query($id: UUID!) { service(id: $id) { category definition { id name } }
        services(filter: { categories: [Custom] }) { nodes { id } } }`,
      { id: createdService.id },
    );
    expect(service).toEqual({ category: 'Custom', definition: { id: 'our-tool', name: 'our-tool' } });
    expect(services.nodes).toEqual([{ id: createdService.id }]);
    await world.prisma.service.delete({ where: { id: createdService.id } });
  });

  test('a binding has the type port or address', async () => {
    const { networkId } = world;
    const [hostId, serviceId, ipAddressId] = [
      inventory.hostIds[0]!,
      inventory.serviceIds[0]!,
      inventory.addressIds[0]!,
    ];
    const createdBinding = await world.prisma.binding.create({ data: { networkId, hostId, serviceId, ipAddressId } });
    expect((await get(`/bindings/${createdBinding.id}`)).data).toMatchObject({
      type: 'IPAddress',
      ip_address_id: ipAddressId,
      port_id: null,
    });
    await world.prisma.binding.delete({ where: { id: createdBinding.id } });
    expect((await get(`/bindings/${inventory.bindingIds[0]}`)).data).toMatchObject({
      type: 'Port',
      service_id: serviceId,
      port_id: inventory.portIds[0],
      ip_address_id: null,
    });
  });

  test.each([
    ['10.0.0.7/32', '10.0.0.7/32'],
    ['2001:db8::7/128', '2001:db8::7/128'],
    ['2001:DB8:0::/48', '2001:db8::/48'],
    ['172.16.0.0/12', '172.16.0.0/12'],
  ])('a subnet of %s has the CIDR %s', async (cidr, expectedText) => {
    const { id } = await world.prisma.subnet.create({
      data: { networkId: world.networkId, name: 'one', cidr, subnetType: 'Lan' },
    });
    expect((await get(`/subnets/${id}`)).data).toMatchObject({ cidr: expectedText, subnet_type: 'Lan', tags: [] });
    await world.prisma.subnet.delete({ where: { id } });
  });

  test('a group names its members in order, as services or as bindings', async () => {
    const services = (await get(`/groups/${inventory.serviceGroupId}`)).data;
    expect(services).toMatchObject({
      group_type: 'HubAndSpoke',
      color: 'Blue',
      edge_style: 'SmoothStep',
      tags: [inventory.tagId],
    });
    expect(services.members).toEqual({
      type: 'Services',
      service_ids: [...inventory.serviceIds].reverse(),
    });
    const bindings = (await get(`/groups/${inventory.bindingGroupId}`)).data;
    expect(bindings.members).toEqual({ type: 'Bindings', binding_ids: inventory.bindingIds });
    const { group } = await world.viewer.query(
      `query($id: UUID!) { group(id: $id) { members { position service { name } binding { id } } } }`,
      { id: inventory.bindingGroupId },
    );
    expect(group.members[2]).toEqual({ position: 2, service: null, binding: { id: inventory.bindingIds[2] } });
  });

  test.each([
    [{ name: '', hostname: '', sysName: null, chassisId: null }, '10.40.200.2'],
    [{ name: '', chassisId: 'c4:34:6b:00:00:01' }, 'c4:34:6b:00:00:01'],
    [{ name: '', chassisId: 'c4', sysName: 'core-1' }, 'core-1'],
    [{ name: '', sysName: 'core-1', hostname: 'core-1.example' }, 'core-1.example'],
    [{ name: 'Core', hostname: 'core-1.example' }, 'Core'],
  ])('the host %j is displayed as %s', async (fields, expectedText) => {
    const { networkId } = world;
    const { id } = await world.prisma.host.create({ data: { networkId, ...fields } });
    const seenAddress = (ipAddress: string, position: number, day: number) => ({
      networkId,
      hostId: id,
      subnetId: inventory.subnetId,
      subnetCidr: '10.40.0.0/16',
      ipAddress,
      position,
      lastSeenAt: new Date(Date.UTC(2026, 5, day)),
    });
    await world.prisma.ipAddress.createMany({
      data: [seenAddress('10.40.200.1', 0, 1), seenAddress('10.40.200.2', 1, 2), seenAddress('10.40.200.3', 2, 2)],
    });
    expect((await get(`/hosts/${id}`)).data.display_name).toBe(expectedText);
    await world.prisma.host.delete({ where: { id } });
  });

  test.each([
    ['/hosts?network_id={there}', () => otherInventory.hostIds],
    ['/hosts?ids={hosts}', () => inventory.hostIds.slice(0, 2)],
    ['/hosts?tag_ids={thereTag}', () => otherInventory.hostIds],
    ['/hosts?search=HOST-59', () => [inventory.hostIds[59]]],
    ['/hosts?search=10.40.0.58', () => [inventory.hostIds[58]]],
    ['/hosts?search=02-00-00-00-00-3A', () => [inventory.hostIds[58]]],
    ['/hosts?search=%25', () => []],
    ['/hosts?hidden=true', () => []],
    ['/hosts?sources=Discovery,Imported', () => []],
    ['/hosts?sources=Manual&network_id={there}&hidden=false', () => otherInventory.hostIds],
    ['/services?host_id={host}', () => [inventory.serviceIds[3]]],
    ['/services?tag_ids={thereTag}', () => otherInventory.serviceIds],
    ['/services?ids={services}', () => inventory.serviceIds.slice(4, 6)],
    ['/subnets?search=serv&network_id={there}', () => [otherInventory.subnetId]],
    ['/ip-addresses?host_id={host}', () => [inventory.addressIds[3]]],
    ['/ip-addresses?subnet_id={thereSubnet}', () => otherInventory.addressIds],
    ['/interfaces?host_id={host}', () => [inventory.interfaceIds[3]]],
    ['/ports?host_id={host}', () => [inventory.portIds[3]]],
    ['/bindings?service_id={service}', () => [inventory.bindingIds[3]]],
    ['/bindings?port_id={port}', () => [inventory.bindingIds[3]]],
    ['/bindings?ip_address_id={address}', () => [inventory.bindingIds[3]]],
    ['/groups?network_id={there}', () => [otherInventory.serviceGroupId, otherInventory.bindingGroupId]],
    ['/hosts?network_id={nowhere}', () => []],
  ])('GET %s', async (path, expectedRows) => {
    const values: Record<string, unknown> = {
      there: world.otherNetworkId,
      thereTag: otherInventory.tagId,
      thereSubnet: otherInventory.subnetId,
      host: inventory.hostIds[3],
      service: inventory.serviceIds[3],
      port: inventory.portIds[3],
      address: inventory.addressIds[3],
      hosts: inventory.hostIds.slice(0, 2),
      services: inventory.serviceIds.slice(4, 6),
      nowhere: randomUUID(),
    };
    const { data, meta } = await get(path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
    expect(idsOf(data).sort()).toEqual([...expectedRows()].sort());
    expect(meta.pagination).toEqual({ total_count: data.length, limit: 50, offset: 0, has_more: false });
  });

  test.each([
    ['{ ipAddress: { gte: "10.40.0.9", lt: "10.40.0.11" } }', ['10.40.0.9', '10.40.0.10']],
    ['{ ipAddress: { in: ["10.40.0.2", "fe80::1"] } }', ['10.40.0.2']],
    ['{ ipAddress: { eq: "10.40.0.5/32" } }', ['10.40.0.5']],
  ])('ipAddresses(filter: %s) compares addresses by value', async (filter, expectedTexts) => {
    const { ipAddresses } = await world.narrowKey.query(
      `{ ipAddresses(filter: ${filter}, orderBy: [{ field: ipAddress }]) { nodes { ipAddress } } }`,
    );
    expect(ipAddresses.nodes.map((node: Row) => node.ipAddress)).toEqual(expectedTexts);
  });

  test('pages ordered by address return every row once, in both directions', async () => {
    const document = `query($first: Int, $after: String, $last: Int, $before: String, $networkId: UUID) {
      ipAddresses(networkId: $networkId, first: $first, after: $after, last: $last, before: $before,
        orderBy: [{ field: ipAddress, direction: desc }])
      { nodes { ipAddress } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
    const expectedTexts = inventory.addressIds.map((_, index) => `10.40.0.${59 - index}`);
    const foundNames: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { ipAddresses } = await world.key.query(document, { networkId: world.networkId, first: 7, after });
      foundNames.push(...ipAddresses.nodes.map((node: { ipAddress: string }) => node.ipAddress));
      ({ endCursor: after, hasNextPage: more } = ipAddresses.pageInfo);
    }
    expect(foundNames).toEqual(expectedTexts);
    const backwards: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const { ipAddresses } = await world.key.query(document, { networkId: world.networkId, last: 11, before });
      backwards.unshift(...ipAddresses.nodes.map((node: { ipAddress: string }) => node.ipAddress));
      ({ startCursor: before, hasPreviousPage: more } = ipAddresses.pageInfo);
    }
    expect(backwards).toEqual(expectedTexts);
  });

  test('a MAC address leads to the port that learned it', async () => {
    const { interfaces } = await world.narrowKey.query(
      `{ interfaces(filter: { learnedMac: "02:00:00:00:00:07" }) { nodes { id } } }`,
    );
    expect(interfaces.nodes).toEqual([{ id: inventory.interfaceIds[6] }]);
  });

  test.each([
    ['hosts', 'services: { some: { serviceDefinition: { eq: "Docker" } } }', () => [inventory.hostIds[0]]],
    ['hosts', 'tags: { none: {} }', () => []],
    [
      'services',
      'groups: { some: { name: { eq: "Path" } } }, name: { eq: "service-2" }',
      () => [inventory.serviceIds[2]],
    ],
    ['services', 'categories: [ContainerRuntime]', () => [inventory.serviceIds[0]]],
    ['interfaces', 'taggedVlans: { some: { vlanNumber: { eq: 3001 } } }, ifIndex: { gt: 1 }', () => []],
    ['interfaces', 'neighbors: { none: {} }', () => [inventory.interfaceIds[59]]],
    ['subnets', 'vlans: { some: { vlanNumber: { eq: 3000 } } }', () => [inventory.subnetId]],
    ['subnets', 'cidr: { eq: "10.40.0.0/16" }', () => [inventory.subnetId]],
    ['groups', 'services: { some: { name: { eq: "service-9" } } }', () => [inventory.serviceGroupId]],
    ['ports', 'number: { lt: 443 }', () => []],
  ])('%s(filter: { %s })', async (list, filter, expectedRows) => {
    const data = await world.narrowKey.query(`{ ${list}(filter: { ${filter} }) { totalCount nodes { id } } }`);
    expect(idsOf(data[list].nodes)).toEqual(expectedRows());
    expect(data[list].totalCount).toBe(expectedRows().length);
  });
});

describe('400', () => {
  test.each([
    ['hosts', 'host_id', 'validation_unknown_parameter'],
    ['hosts', 'hidden', 'validation_invalid_format'],
    ['hosts', 'sources', 'validation_invalid_format'],
    ['hosts', 'ids', 'validation_invalid_format'],
    ['services', 'host_id', 'validation_invalid_format'],
    ['ip-addresses', 'subnet_id', 'validation_invalid_format'],
    ['ip-addresses', 'ids', 'validation_unknown_parameter'],
    ['bindings', 'port_id', 'validation_invalid_format'],
    ['groups', 'color', 'validation_unknown_parameter'],
  ])('GET /%s?%s=perhaps', async (path, field, code) => {
    const { status, body } = await world.viewer.rest.get(`/${path}?${field}=perhaps`);
    expect([status, body.code, body.params]).toEqual([400, code, { field }]);
  });

  test.each(['10.40.0', '10.40.0.256', '10.40.0.1/33', '::1/129', 'fe80::1%eth0', '', 'ten'])(
    'ipAddresses with the address "%s"',
    async (address) => {
      const document =
        'query($address: String!) { ipAddresses(filter: { ipAddress: { eq: $address } }) { totalCount } }';
      expect(await world.viewer.refusal(document, { address })).toEqual({
        code: 'validation_invalid_ip',
        params: { field: 'ipAddress' },
      });
    },
  );

  test('a cursor of another order is refused', async () => {
    const after = Buffer.from(JSON.stringify(['no address', randomUUID()])).toString('base64url');
    const document =
      'query($after: String) { ipAddresses(after: $after, orderBy: [{ field: ipAddress }]) { totalCount } }';
    expect(await world.viewer.refusal(document, { after })).toEqual({
      code: 'validation_invalid_format',
      params: { field: 'after' },
    });
  });

  test('a search that PostgreSQL cannot compute is refused', async () => {
    const document = 'query($text: String) { hosts(filter: { search: $text }) { totalCount } }';
    expect((await world.viewer.refusal(document, { text: 'a\u0000b' })).code).toBe('validation_invalid_format');
  });
});

describe.each(resources)('404: /%s', (path, list, getter, entity, ids) => {
  test('a missing row and one out of reach give the same answer, by REST and GraphQL', async () => {
    const document = `query($id: UUID!) { ${getter}(id: $id) { id } }`;
    const [ownRows, beyond] = ids();
    expect((await world.narrowKey.rest.get(`/${path}/${ownRows}`)).status).toBe(200);
    expect((await world.narrowKey.query(document, { id: ownRows }))[getter]).toEqual({ id: ownRows });
    for (const [caller, id] of [
      [world.narrowKey, beyond],
      [world.narrowKey, randomUUID()],
      [world.strangerKey, ownRows],
      [world.stranger, beyond],
    ] as const) {
      const { status, body } = await caller.rest.get(`/${path}/${id}`);
      expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity, id }]);
      expect(await caller.refusal(document, { id })).toEqual({ code: 'entity_not_found', params: { entity, id } });
    }
  });

  test('lists omit rows out of reach, even if they are named', async () => {
    const data = await world.narrowKey.query(
      `query($ids: [UUID!]) { ${list}(ids: $ids) { totalCount nodes { id } } }`,
      {
        ids: [...ids()],
      },
    );
    expect(data[list]).toEqual({ totalCount: 1, nodes: [{ id: ids()[0] }] });
    const rows = (await world.strangerKey.rest.get(`/${path}?limit=0`)).body.data as Row[];
    expect(idsOf(rows)).not.toContain(ids()[0]);
  });
});

describe('statements', () => {
  /**
   * The statements that are sent while `work` runs, except updates. In the background, the service sometimes updates
   * the time when a credential was last used, which is no part of the read under test.
   */
  const readsDuring = async (work: () => Promise<unknown>) =>
    (await world.queries.during(work)).filter((statement) => !/^\s*UPDATE/.test(statement));

  test.each(resources)(
    'a page of /%s takes one lookup of the caller, one read, and one count if there are more rows',
    async (path) => {
      for (const limit of [1, 2, 50]) {
        const read = () => get(`/${path}?network_id=${world.networkId}&limit=${limit}`);
        const hasMore = (await read()).meta.pagination.has_more as boolean;
        expect(await readsDuring(read)).toHaveLength(hasMore ? 3 : 2);
      }
    },
  );

  const nestedQuery = `query($first: Int!) { hosts(first: $first) { nodes { displayName tags { name } credentials { name }
    ipAddresses { ipAddress subnet { name vlans { name } } interfaces { displayName } }
    services { category bindings { type port { type } ipAddress { ipAddress } } groups(first: 2) { totalCount nodes { name } } }
    interfaces { nativeVlan { name } taggedVlans { name } neighborEvidence { lldpSysName }
      neighbors { remoteInterface { host { displayName } } remoteHost { displayName } } }
    neighborOf(first: 2) { totalCount nodes { interface { host { name } } } } } } }`;

  test('a deep read is one lookup of the caller and one read, for fifty hosts as for two', async () => {
    for (const first of [2, 50]) {
      const read = () => world.viewer.query(nestedQuery, { first });
      await read();
      expect(await readsDuring(read)).toHaveLength(2);
    }
  });
});
