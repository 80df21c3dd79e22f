// The inventory (hosts and their parts, subnets, groups) read through both doors, by status; and what reads cost in SQL.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let here: Inventory;
let there: Inventory;
beforeAll(async () => {
  world = await createWorld();
  const scope = { networkId: world.networkId, organizationId: world.organizationId };
  here = await addInventory(world.prisma, scope, 60);
  there = await addInventory(world.prisma, { ...scope, networkId: world.otherNetworkId }, 2);
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
const get = async (path: string, caller: Caller = world.key) => {
  const { status, body, story } = await caller.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body;
};
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

/** Path, GraphQL list, getter, entity name in errors, and an id here and one in the other network. */
const resources = [
  ['hosts', 'hosts', 'host', 'Host', () => [here.hostIds[1]!, there.hostIds[1]!]],
  ['ip-addresses', 'ipAddresses', 'ipAddress', 'IPAddress', () => [here.addressIds[1]!, there.addressIds[1]!]],
  ['interfaces', 'interfaces', 'interface', 'Interface', () => [here.interfaceIds[1]!, there.interfaceIds[1]!]],
  ['ports', 'ports', 'port', 'Port', () => [here.portIds[1]!, there.portIds[1]!]],
  ['bindings', 'bindings', 'binding', 'Binding', () => [here.bindingIds[1]!, there.bindingIds[1]!]],
  ['services', 'services', 'service', 'Service', () => [here.serviceIds[1]!, there.serviceIds[1]!]],
  ['subnets', 'subnets', 'subnet', 'Subnet', () => [here.subnetId, there.subnetId]],
  ['groups', 'groups', 'group', 'Group', () => [here.serviceGroupId, there.serviceGroupId]],
] as const;

describe('200', () => {
  test('a host carries every field of the contract, and its parts as they answer on their own', async () => {
    const id = here.hostIds[1];
    const { data } = await get(`/hosts/${id}`);
    expect(Object.keys(data).sort()).toEqual(
      `chassis_id created_at credential_assignments description display_name firmware_revision firmware_revision_source
      first_discovery_id hidden hostname id interfaces ip_addresses last_discovery_id last_seen_at lineage_id management_url
      manufacturer manufacturer_source model model_source name network_id os os_source ports role role_source serial_number
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
      tags: [here.tagId],
      source: { type: 'Manual' },
      credential_assignments: [{ credential_id: here.credentialId }],
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

  test('hosts come without their parts when include_children is false', async () => {
    const { data } = await get('/hosts?limit=2&include_children=false');
    expect(data).toHaveLength(2);
    expect(data[0]).toHaveProperty('name');
    for (const part of ['ip_addresses', 'ports', 'services', 'interfaces']) expect(data[0]).not.toHaveProperty(part);
  });

  test('a port of an ifTable tells its VLANs, what it learned and what it is connected to', async () => {
    const { data } = await get(`/interfaces/${here.interfaceIds[0]}`);
    expect(data).toMatchObject({
      host_id: here.hostIds[0],
      display_name: 'GigabitEthernet1/0/1',
      if_index: 1,
      if_name: 'Gi1/0/1',
      speed_bps: 10_000_000_000,
      admin_status: null,
      ip_address_id: here.addressIds[0],
      native_vlan_id: here.vlanIds[0],
      fdb_macs: ['02:00:00:00:00:01'],
      neighbors: [
        { type: 'Interface', id: here.interfaceIds[1], protocol: 'LLDP' },
        { type: 'Host', id: here.hostIds[0], protocol: 'CDP' },
      ],
    });
    expect(data.vlan_ids).toEqual([...here.vlanIds].sort());
  });

  test('GraphQL follows a cable from port to port and shows the report it was concluded from', async () => {
    const document = `query($id: UUID!) { interface(id: $id) {
      nativeVlan { vlanNumber } taggedVlans { vlanNumber } ipAddress { ipAddress }
      neighbors { type neighborId remoteInterface { displayName host { displayName } } remoteHost { name } }
      neighborEvidence { protocol lldpSysName lldpMgmtAddr cdpDeviceId lldpChassisId { subtype value } lldpPortId { value } } } }`;
    const { interface: port } = await world.viewer.query(document, { id: here.interfaceIds[0] });
    expect(port).toMatchObject({
      nativeVlan: { vlanNumber: 3000 },
      ipAddress: { ipAddress: '10.40.0.0' },
      neighbors: [
        {
          type: 'Interface',
          neighborId: here.interfaceIds[1],
          remoteInterface: { displayName: 'GigabitEthernet1/0/1', host: { displayName: 'host-1' } },
          remoteHost: null,
        },
        { type: 'Host', neighborId: here.hostIds[0], remoteInterface: null, remoteHost: { name: 'host-0' } },
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

  test('a service tells its bindings, its container and, in GraphQL, its software', async () => {
    const { data } = await get(`/services/${here.serviceIds[1]}`);
    expect(data).toMatchObject({
      host_id: here.hostIds[1],
      name: 'service-1',
      service_definition: 'nginx',
      position: 0,
      tags: [here.tagId],
      virtualization_service_id: here.serviceIds[0],
      virtualization_metadata: {
        type: 'Docker',
        details: { container_name: 'web', container_id: null, compose_project: 'shop' },
      },
    });
    expect(data.bindings).toEqual([(await get(`/bindings/${here.bindingIds[1]}`)).data]);
    const { service } = await world.viewer.query(
      `query($id: UUID!) { service(id: $id) { category definition { id name isGeneric ports { number protocol } }
        virtualizationService { name containerizedServices(first: 1) { totalCount } } } }`,
      { id: here.serviceIds[1] },
    );
    expect(service).toMatchObject({
      category: 'ReverseProxy',
      definition: { id: 'nginx', name: 'NGINX', isGeneric: true },
      virtualizationService: { name: 'service-0', containerizedServices: { totalCount: 59 } },
    });
  });

  test('software that is not in the registry is Custom under its own id', async () => {
    const data = { networkId: world.networkId, hostId: here.hostIds[0]!, name: 'ours', serviceDefinition: 'our-tool' };
    const made = await world.prisma.service.create({ data });
    const { service, services } = await world.viewer.query(
      `query($id: UUID!) { service(id: $id) { category definition { id name } }
        services(filter: { categories: [Custom] }) { nodes { id } } }`,
      { id: made.id },
    );
    expect(service).toEqual({ category: 'Custom', definition: { id: 'our-tool', name: 'our-tool' } });
    expect(services.nodes).toEqual([{ id: made.id }]);
    await world.prisma.service.delete({ where: { id: made.id } });
  });

  test('a binding says whether it is to a port or to an address', async () => {
    const { networkId } = world;
    const [hostId, serviceId, ipAddressId] = [here.hostIds[0]!, here.serviceIds[0]!, here.addressIds[0]!];
    const made = await world.prisma.binding.create({ data: { networkId, hostId, serviceId, ipAddressId } });
    expect((await get(`/bindings/${made.id}`)).data).toMatchObject({
      type: 'IPAddress',
      ip_address_id: ipAddressId,
      port_id: null,
    });
    await world.prisma.binding.delete({ where: { id: made.id } });
    expect((await get(`/bindings/${here.bindingIds[0]}`)).data).toMatchObject({
      type: 'Port',
      service_id: serviceId,
      port_id: here.portIds[0],
      ip_address_id: null,
    });
  });

  test.each([
    ['10.0.0.7/32', '10.0.0.7/32'],
    ['2001:db8::7/128', '2001:db8::7/128'],
    ['2001:DB8:0::/48', '2001:db8::/48'],
    ['172.16.0.0/12', '172.16.0.0/12'],
  ])('a subnet of %s has the CIDR %s', async (cidr, expected) => {
    const { id } = await world.prisma.subnet.create({
      data: { networkId: world.networkId, name: 'one', cidr, subnetType: 'Lan' },
    });
    expect((await get(`/subnets/${id}`)).data).toMatchObject({ cidr: expected, subnet_type: 'Lan', tags: [] });
    await world.prisma.subnet.delete({ where: { id } });
  });

  test('a group names its members in order, as services or as bindings', async () => {
    const services = (await get(`/groups/${here.serviceGroupId}`)).data;
    expect(services).toMatchObject({
      group_type: 'HubAndSpoke',
      color: 'Blue',
      edge_style: 'SmoothStep',
      tags: [here.tagId],
    });
    expect(services.members).toEqual({
      type: 'Services',
      service_ids: [...here.serviceIds].reverse(),
    });
    const bindings = (await get(`/groups/${here.bindingGroupId}`)).data;
    expect(bindings.members).toEqual({ type: 'Bindings', binding_ids: here.bindingIds });
    const { group } = await world.viewer.query(
      `query($id: UUID!) { group(id: $id) { members { position service { name } binding { id } } } }`,
      { id: here.bindingGroupId },
    );
    expect(group.members[2]).toEqual({ position: 2, service: null, binding: { id: here.bindingIds[2] } });
  });

  test.each([
    [{ name: '', hostname: '', sysName: null, chassisId: null }, '10.40.200.2'],
    [{ name: '', chassisId: 'c4:34:6b:00:00:01' }, 'c4:34:6b:00:00:01'],
    [{ name: '', chassisId: 'c4', sysName: 'core-1' }, 'core-1'],
    [{ name: '', sysName: 'core-1', hostname: 'core-1.example' }, 'core-1.example'],
    [{ name: 'Core', hostname: 'core-1.example' }, 'Core'],
  ])('the host %j is displayed as %s', async (fields, expected) => {
    const { networkId } = world;
    const { id } = await world.prisma.host.create({ data: { networkId, ...fields } });
    const seen = (ipAddress: string, position: number, day: number) => ({
      networkId,
      hostId: id,
      subnetId: here.subnetId,
      subnetCidr: '10.40.0.0/16',
      ipAddress,
      position,
      lastSeenAt: new Date(Date.UTC(2026, 5, day)),
    });
    await world.prisma.ipAddress.createMany({
      data: [seen('10.40.200.1', 0, 1), seen('10.40.200.2', 1, 2), seen('10.40.200.3', 2, 2)],
    });
    expect((await get(`/hosts/${id}`)).data.display_name).toBe(expected);
    await world.prisma.host.delete({ where: { id } });
  });

  test.each([
    ['/hosts?network_id={there}', () => there.hostIds],
    ['/hosts?ids={hosts}', () => here.hostIds.slice(0, 2)],
    ['/hosts?tag_ids={thereTag}', () => there.hostIds],
    ['/hosts?search=HOST-59', () => [here.hostIds[59]]],
    ['/hosts?search=10.40.0.58', () => [here.hostIds[58]]],
    ['/hosts?search=02-00-00-00-00-3A', () => [here.hostIds[58]]],
    ['/hosts?search=%25', () => []],
    ['/hosts?hidden=true', () => []],
    ['/hosts?sources=Discovery,Imported', () => []],
    ['/hosts?sources=Manual&network_id={there}&hidden=false', () => there.hostIds],
    ['/services?host_id={host}', () => [here.serviceIds[3]]],
    ['/services?tag_ids={thereTag}', () => there.serviceIds],
    ['/services?ids={services}', () => here.serviceIds.slice(4, 6)],
    ['/subnets?search=serv&network_id={there}', () => [there.subnetId]],
    ['/ip-addresses?host_id={host}', () => [here.addressIds[3]]],
    ['/ip-addresses?subnet_id={thereSubnet}', () => there.addressIds],
    ['/interfaces?host_id={host}', () => [here.interfaceIds[3]]],
    ['/ports?host_id={host}', () => [here.portIds[3]]],
    ['/bindings?service_id={service}', () => [here.bindingIds[3]]],
    ['/bindings?port_id={port}', () => [here.bindingIds[3]]],
    ['/bindings?ip_address_id={address}', () => [here.bindingIds[3]]],
    ['/groups?network_id={there}', () => [there.serviceGroupId, there.bindingGroupId]],
    ['/hosts?network_id={nowhere}', () => []],
  ])('GET %s', async (path, expected) => {
    const values: Record<string, unknown> = {
      there: world.otherNetworkId,
      thereTag: there.tagId,
      thereSubnet: there.subnetId,
      host: here.hostIds[3],
      service: here.serviceIds[3],
      port: here.portIds[3],
      address: here.addressIds[3],
      hosts: here.hostIds.slice(0, 2),
      services: here.serviceIds.slice(4, 6),
      nowhere: randomUUID(),
    };
    const { data, meta } = await get(path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
    expect(idsOf(data).sort()).toEqual([...expected()].sort());
    expect(meta.pagination).toEqual({ total_count: data.length, limit: 50, offset: 0, has_more: false });
  });

  test.each([
    ['{ ipAddress: { gte: "10.40.0.9", lt: "10.40.0.11" } }', ['10.40.0.9', '10.40.0.10']],
    ['{ ipAddress: { in: ["10.40.0.2", "fe80::1"] } }', ['10.40.0.2']],
    ['{ ipAddress: { eq: "10.40.0.5/32" } }', ['10.40.0.5']],
  ])('ipAddresses(filter: %s) compares addresses as addresses', async (filter, expected) => {
    const { ipAddresses } = await world.narrowKey.query(
      `{ ipAddresses(filter: ${filter}, orderBy: [{ field: ipAddress }]) { nodes { ipAddress } } }`,
    );
    expect(ipAddresses.nodes.map((node: Row) => node.ipAddress)).toEqual(expected);
  });

  test('pages in the order of addresses meet every row once, forwards and backwards', async () => {
    const document = `query($first: Int, $after: String, $last: Int, $before: String, $networkId: UUID) {
      ipAddresses(networkId: $networkId, first: $first, after: $after, last: $last, before: $before,
        orderBy: [{ field: ipAddress, direction: desc }])
      { nodes { ipAddress } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
    const expected = here.addressIds.map((_, index) => `10.40.0.${59 - index}`);
    const found: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { ipAddresses } = await world.key.query(document, { networkId: world.networkId, first: 7, after });
      found.push(...ipAddresses.nodes.map((node: { ipAddress: string }) => node.ipAddress));
      ({ endCursor: after, hasNextPage: more } = ipAddresses.pageInfo);
    }
    expect(found).toEqual(expected);
    const backwards: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const { ipAddresses } = await world.key.query(document, { networkId: world.networkId, last: 11, before });
      backwards.unshift(...ipAddresses.nodes.map((node: { ipAddress: string }) => node.ipAddress));
      ({ startCursor: before, hasPreviousPage: more } = ipAddresses.pageInfo);
    }
    expect(backwards).toEqual(expected);
  });

  test('a MAC address leads to the port that learned it', async () => {
    const { interfaces } = await world.narrowKey.query(
      `{ interfaces(filter: { learnedMac: "02:00:00:00:00:07" }) { nodes { id } } }`,
    );
    expect(interfaces.nodes).toEqual([{ id: here.interfaceIds[6] }]);
  });

  test.each([
    ['hosts', 'services: { some: { serviceDefinition: { eq: "Docker" } } }', () => [here.hostIds[0]]],
    ['hosts', 'tags: { none: {} }', () => []],
    ['services', 'groups: { some: { name: { eq: "Path" } } }, name: { eq: "service-2" }', () => [here.serviceIds[2]]],
    ['services', 'categories: [ContainerRuntime]', () => [here.serviceIds[0]]],
    ['interfaces', 'taggedVlans: { some: { vlanNumber: { eq: 3001 } } }, ifIndex: { gt: 1 }', () => []],
    ['interfaces', 'neighbors: { none: {} }', () => [here.interfaceIds[59]]],
    ['subnets', 'vlans: { some: { vlanNumber: { eq: 3000 } } }', () => [here.subnetId]],
    ['subnets', 'cidr: { eq: "10.40.0.0/16" }', () => [here.subnetId]],
    ['groups', 'services: { some: { name: { eq: "service-9" } } }', () => [here.serviceGroupId]],
    ['ports', 'number: { lt: 443 }', () => []],
  ])('%s(filter: { %s })', async (list, filter, expected) => {
    const data = await world.narrowKey.query(`{ ${list}(filter: { ${filter} }) { totalCount nodes { id } } }`);
    expect(idsOf(data[list].nodes)).toEqual(expected());
    expect(data[list].totalCount).toBe(expected().length);
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

  test('a cursor of another order', async () => {
    const after = Buffer.from(JSON.stringify(['no address', randomUUID()])).toString('base64url');
    const document =
      'query($after: String) { ipAddresses(after: $after, orderBy: [{ field: ipAddress }]) { totalCount } }';
    expect(await world.viewer.refusal(document, { after })).toEqual({
      code: 'validation_invalid_format',
      params: { field: 'after' },
    });
  });

  test('a search that PostgreSQL could not compare', async () => {
    const document = 'query($text: String) { hosts(filter: { search: $text }) { totalCount } }';
    expect((await world.viewer.refusal(document, { text: 'a\u0000b' })).code).toBe('validation_invalid_format');
  });
});

describe.each(resources)('404: /%s', (path, list, getter, entity, ids) => {
  test('a missing row and one out of reach answer the same, through both doors', async () => {
    const document = `query($id: UUID!) { ${getter}(id: $id) { id } }`;
    const [mine, beyond] = ids();
    expect((await world.narrowKey.rest.get(`/${path}/${mine}`)).status).toBe(200);
    expect((await world.narrowKey.query(document, { id: mine }))[getter]).toEqual({ id: mine });
    for (const [caller, id] of [
      [world.narrowKey, beyond],
      [world.narrowKey, randomUUID()],
      [world.strangerKey, mine],
      [world.stranger, beyond],
    ] as const) {
      const { status, body } = await caller.rest.get(`/${path}/${id}`);
      expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity, id }]);
      expect(await caller.refusal(document, { id })).toEqual({ code: 'entity_not_found', params: { entity, id } });
    }
  });

  test('lists leave out rows out of reach, also when they are named', async () => {
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
  /** When a credential was last used is noted in the background, now and then: no part of the read. */
  const readsDuring = async (work: () => Promise<unknown>) =>
    (await world.queries.during(work)).filter((statement) => !/^\s*UPDATE/.test(statement));

  test.each(resources)(
    'a page of /%s is one look-up of the caller and one read, and one count where there is more, whatever its size',
    async (path) => {
      for (const limit of [1, 2, 50]) {
        const read = () => get(`/${path}?network_id=${world.networkId}&limit=${limit}`);
        const hasMore = (await read()).meta.pagination.has_more as boolean;
        expect(await readsDuring(read)).toHaveLength(hasMore ? 3 : 2);
      }
    },
  );

  const nested = `query($first: Int!) { hosts(first: $first) { nodes { displayName tags { name } credentials { name }
    ipAddresses { ipAddress subnet { name vlans { name } } interfaces { displayName } }
    services { category bindings { type port { type } ipAddress { ipAddress } } groups(first: 2) { totalCount nodes { name } } }
    interfaces { nativeVlan { name } taggedVlans { name } neighborEvidence { lldpSysName }
      neighbors { remoteInterface { host { displayName } } remoteHost { displayName } } }
    neighborOf(first: 2) { totalCount nodes { interface { host { name } } } } } } }`;

  test('a deep read is one look-up of the caller and one read, for fifty hosts as for two', async () => {
    for (const first of [2, 50]) {
      const read = () => world.viewer.query(nested, { first });
      await read();
      expect(await readsDuring(read)).toHaveLength(2);
    }
  });
});
