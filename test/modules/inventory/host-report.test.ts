// Tests of hosts that daemons report over REST and GraphQL, grouped by HTTP status: which stored host a report
// matches, what it updates, and that it is stored completely or not at all.
import { randomUUID } from 'node:crypto';
import { addFinishedRun } from '../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

let blocks = 0;
/** A /24 subnet (its first three octets) that no other test uses, so that no two tests share an address. */
const newBlock = () => `10.${60 + Math.floor(blocks / 250)}.${blocks++ % 250}`;
const subnetOf = (block: string, id = randomUUID()) => ({ id, name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' });
/**
 * By default, reports in this suite state that no table was read completely. A missing row then does not count as
 * gone.
 */
const incomplete = {
  interfaces_complete: false,
  interface_data_complete: { lldp: false, cdp: false, fdb: false, vlan_membership: false },
};
const report = (host: object, rest: object = {}, caller: Pick<DaemonCaller, 'rest'> = daemon) =>
  caller.rest.post('/hosts/discovery', {
    host: { network_id: world.networkId, name: '', ...host },
    ...incomplete,
    ...rest,
  });
/** Sends the report over GraphQL and returns the error. GraphQL refuses values that REST drops. */
const refusal = async (host: object, rest: object = {}) => {
  const document = 'mutation($input: ReportHostInput!) { reportHost(input: $input) { id } }';
  const input = camelCase({ host: { network_id: world.networkId, name: '', ...host }, ...rest });
  const { code, params } = await daemon.refusal(document, { input });
  return { code, params };
};
const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCase(inner)]));
}
const reportHost = async (host: object, rest: object = {}) => {
  const reply = await report(host, rest);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
/** A new host with one address, and a function that reports the same host again. */
async function newHost(host: object = {}, rest: object = {}) {
  const block = newBlock();
  const subnet = subnetOf(block);
  const address = { subnet_id: subnet.id, ip_address: `${block}.1` };
  const place = { subnets: [subnet], ip_addresses: [address] };
  const again = (more: object = {}, parts: object = {}) => reportHost(more, { ...place, ...parts });
  return { block, subnet, address, place, again, row: await again(host, rest) };
}
/** Number of past states of these rows in the history. */
const keptStatesOf = async (rowIds: string[]): Promise<number> => {
  const tables = ['hosts', 'ip_addresses', 'ports', 'interfaces', 'services', 'bindings'];
  const statements = tables.map((table) => `SELECT id FROM ${table}_revisions WHERE id = ANY($1::uuid[])`);
  return (await world.prisma.$queryRawUnsafe<object[]>(statements.join(' UNION ALL '), rowIds)).length;
};
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const vlan = async (vlanNumber: number) =>
  (
    await world.prisma.vlan.create({
      data: {
        name: `VLAN ${vlanNumber}`,
        vlanNumber,
        networkId: world.networkId,
        organizationId: world.organizationId,
      },
    })
  ).id;

test('the role of a host follows from reports until a user sets it', async () => {
  const runs = (service_definition: string) => ({ services: [{ name: service_definition, service_definition }] });
  const roleIn = ({ role, role_source }: Record<string, unknown>) => [role, role_source];
  const { again, row } = await newHost({}, runs('Synology DSM'));
  expect(roleIn(row)).toEqual(['Storage', 'Software']);
  expect(roleIn(await again({ sys_object_id: '1.3.6.1.4.1.318.1.3.2.7' }))).toEqual(['Ups', 'SysObjectId']);
  const put = (role: string | null) =>
    world.member.rest.put(`/hosts/${row.id}`, { id: row.id, name: 'h', hidden: false, tags: [], role });
  expect(roleIn((await put('Phone')).body.data)).toEqual(['Phone', 'Manual']);
  expect(roleIn(await again({ sys_object_id: '1.3.6.1.4.1.318.1.3.2.7' }))).toEqual(['Phone', 'Manual']);
  const phones = await world.member.rest.get('/hosts?role=Phone');
  expect(ids(phones.body.data)).toEqual([row.id]);
  expect(roleIn((await put(null)).body.data)).toEqual([null, null]);
  expect(roleIn(await again())).toEqual(['Ups', 'SysObjectId']);
  expect((await put('Toaster')).body.code).toBe('validation_invalid_format');
});

/** A report of a host with a derived role, a named address, a container, a trunk port, and a name that has a source. */
async function reportedParts() {
  const [portId, runtimeId, nativeId, taggedId] = [randomUUID(), randomUUID(), await vlan(901), await vlan(902)];
  return {
    ports: [{ id: portId, number: 443, protocol: 'Tcp' }],
    services: [
      { id: runtimeId, name: 'Docker', service_definition: 'Docker', bindings: [] },
      {
        ...{ name: 'DSM', service_definition: 'Synology DSM', virtualization_service_id: runtimeId },
        virtualization_metadata: { type: 'Docker', details: { container_name: 'dsm', container_id: randomUUID() } },
        bindings: [{ type: 'Port', port_id: portId }],
      },
    ],
    interfaces: [
      {
        ...{ if_index: 1, if_name: 'eth0', if_descr: 'eth0', if_type: 6, mac_address: '00:1b:21:0a:0b:0c' },
        ...{ native_vlan_id: nativeId, vlan_ids: [nativeId, taggedId] },
      },
    ],
  };
}

test('a reported host that a client sends back as it was read changes only its time', async () => {
  const block = newBlock();
  const subnet = subnetOf(block);
  const ipAddress = { subnet_id: subnet.id, ip_address: `${block}.1`, name: 'front', mac_address: '00:1b:21:0a:0b:0c' };
  const place = { subnets: [subnet], ip_addresses: [ipAddress], ...(await reportedParts()) };
  const names = { name: 'nas', name_source: 'ReverseDns', hostname: 'nas.lan', hostname_source: 'Mdns' };
  const { id } = await reportHost(names, place);
  const host = (await world.member.rest.get(`/hosts/${id}`)).body.data;
  expect(host).toMatchObject({ ...names, role: 'Storage', role_source: 'Software' });
  expect([host.services.length, host.interfaces[0].vlan_ids.length, host.ip_addresses[0].name]).toEqual([
    2,
    2,
    'front',
  ]);
  const { status, body } = await world.member.rest.put(`/hosts/${id}`, host);
  expect([status, body.data]).toEqual([200, { ...host, updated_at: body.data?.updated_at }]);
  const { role, role_source } = await reportHost({ sys_object_id: '1.3.6.1.4.1.318.1.3.2.7' }, place);
  expect([role, role_source]).toEqual(['Ups', 'SysObjectId']);
});

describe('200: a report of a new host', () => {
  test('stores all parts with one time', async () => {
    const block = newBlock();
    const subnet = subnetOf(block);
    const [addressId, portId, nativeId] = [randomUUID(), randomUUID(), await vlan(11)];
    const data = await reportHost(
      { name: 'core', sys_name: 'core-1', sys_name_source: 'snmp', chassis_id: 'ch-core', os: 'JunOS' },
      {
        subnets: [subnet],
        ip_addresses: [
          { id: addressId, subnet_id: subnet.id, ip_address: `${block}.1`, mac_address: '00:1b:21:00:00:01' },
        ],
        ports: [{ id: portId, number: 22, protocol: 'Tcp' }],
        services: [
          {
            name: 'SSH',
            service_definition: 'SSH',
            bindings: [{ type: 'Port', port_id: portId, ip_address_id: addressId }],
            tags: [],
          },
        ],
        interfaces: [
          {
            if_index: 1,
            if_name: 'ge-0/0/0',
            mac_address: '00:1b:21:00:00:01',
            native_vlan_id: nativeId,
            vlan_ids: [nativeId],
            fdb_macs: ['00:1b:21:00:00:99'],
            neighbor_evidence: [
              {
                lldp_chassis_id: { subtype: 'MacAddress', value: '00:1b:21:00:00:77' },
                lldp_port_id: { subtype: 'InterfaceName', value: 'ge-0/0/9' },
                lldp_sys_name: 'edge',
                lldp_mgmt_addr: '10.1.1.1',
                management_addresses: ['2001:DB8::0:1', '10.1.1.1'],
              },
              { cdp_device_id: 'edge', cdp_address: '10.1.1.1' },
            ],
          },
        ],
      },
    );
    expect(data).toMatchObject({
      name: 'core',
      network_id: world.networkId,
      source: { type: 'Discovery' },
      ...{ sys_name: 'core-1', sys_name_source: 'snmp', chassis_id: 'ch-core' },
      ip_addresses: [{ id: addressId, ip_address: `${block}.1`, position: 0 }],
      ports: [{ id: portId }],
      services: [
        { service_definition: 'SSH', source: { type: 'Discovery' }, bindings: [{ ip_address_id: addressId }] },
      ],
      interfaces: [{ if_name: 'ge-0/0/0', ip_address_id: addressId, native_vlan_id: nativeId, vlan_ids: [nativeId] }],
    });
    expect(await world.prisma.host.findUniqueOrThrow({ where: { id: data.id } })).toMatchObject({
      ...{ os: 'JunOS', osSource: null },
    });
    const [createdReply] = await world.prisma.subnet.findMany({
      where: { networkId: world.networkId, cidr: subnet.cidr },
      include: { vlans: true },
    });
    expect([createdReply!.sourceType, createdReply!.vlans.map(({ vlanId }) => vlanId)]).toEqual([
      'Discovery',
      [nativeId],
    ]);
    const evidence = await world.prisma.neighborEvidence.findMany({ where: { interfaceId: data.interfaces[0].id } });
    expect(evidence.map(({ protocol }) => protocol).sort()).toEqual(['CDP', 'LLDP']);
    expect(evidence.find(({ protocol }) => protocol === 'LLDP')).toMatchObject({
      ...{
        lldpChassisIdSubtype: 'MacAddress',
        lldpPortIdValue: 'ge-0/0/9',
        lldpMgmtAddr: '10.1.1.1',
        managementAddresses: ['10.1.1.1', '2001:db8::1'],
        cdpDeviceId: null,
      },
    });
    const where = { where: { hostId: data.id } };
    const rows = [
      await world.prisma.host.findUniqueOrThrow({ where: { id: data.id } }),
      createdReply!,
      ...(await world.prisma.ipAddress.findMany(where)),
      ...(await world.prisma.port.findMany(where)),
      ...(await world.prisma.interface.findMany(where)),
      ...(await world.prisma.service.findMany(where)),
      ...(await world.prisma.binding.findMany(where)),
    ];
    const times = rows.flatMap((row) => [row.createdAt, row.updatedAt, row.validFrom, row.lastSeenAt].map(Number));
    expect([rows.length, new Set(times).size]).toEqual([7, 1]);
  });

  test('may contain only a name and the id of the host', async () => {
    const id = randomUUID();
    const document = `mutation($input: ReportHostInput!) { reportHost(input: $input) { id name hostname } }`;
    const { reportHost } = await daemon.query(document, {
      input: { host: { id, networkId: world.networkId, name: 'alone' } },
    });
    expect(reportHost).toEqual({ id, name: 'alone', hostname: null });
  });

  test('links a port to the address with its MAC address, unless two ports have that', async () => {
    const { row } = await newHost({}, {});
    const mac = '00:1b:21:0a:00:01';
    const once = await newHost();
    const parts = (interfaces: object[]) => ({
      ip_addresses: [{ ...once.address, mac_address: mac }],
      interfaces,
    });
    const twice = await once.again(
      {},
      parts([
        { if_index: 1, mac_address: mac },
        { if_index: 2, mac_address: mac },
      ]),
    );
    expect(twice.interfaces.map((port: { ip_address_id: string | null }) => port.ip_address_id)).toEqual([null, null]);
    expect(row.id).not.toBe(twice.id);
    const other = '00:1b:21:0a:00:02';
    const single = await once.again(
      {},
      parts([
        { if_index: 1, mac_address: mac },
        { if_index: 2, mac_address: other },
      ]),
    );
    // Values from an incomplete table do not replace stored values.
    expect(single.interfaces[1].mac_address).toBe(mac);
    const read = await once.again(
      {},
      {
        ...parts([
          { if_index: 1, mac_address: mac },
          { if_index: 2, mac_address: other },
        ]),
        interfaces_complete: true,
      },
    );
    expect(read.interfaces.map((port: { ip_address_id: string | null }) => port.ip_address_id)).toEqual([
      read.ip_addresses[0].id,
      null,
    ]);
  });
});

test('the source of a MAC address stays until the MAC address changes', async () => {
  const { row, again, address } = await newHost();
  const mac = (last: number) => `00:1b:21:5c:00:0${last}`;
  const reportMac = async (last: number, source?: string | object) => {
    const read = { mac_address: mac(last), ...(source && { mac_address_source: source }) };
    const interfaces = [{ if_index: 1, ...read }];
    await again({ id: row.id }, { interfaces_complete: true, ip_addresses: [{ ...address, ...read }], interfaces });
    const { data } = (await world.member.rest.get(`/hosts/${row.id}`)).body;
    return [...data.ip_addresses, ...data.interfaces].map((part) => [part.mac_address, part.mac_address_source]);
  };
  const both = (last: number, source: string | null) => Array(2).fill([mac(last), source]);
  expect(await reportMac(1, 'ArpReply')).toEqual(both(1, 'ArpReply'));
  expect(await reportMac(1)).toEqual(both(1, 'ArpReply'));
  expect(await reportMac(2)).toEqual(both(2, null));
  expect(await reportMac(2, { Probe: 'Snmp' })).toEqual(both(2, 'Snmp'));
  expect(await reportMac(3, { Probe: 'Snmp' })).toEqual(both(3, 'Snmp'));
  expect(await reportMac(4, 'Unspecified')).toEqual(both(4, null));
  expect(await reportMac(4, 'ReverseDns')).toEqual(both(4, 'ReverseDns'));
  const [port] = await world.prisma.interface.findMany({ where: { hostId: row.id } });
  const { updateInterface } = await world.member.query(
    `mutation { updateInterface(id: "${port!.id}", input: { macAddress: "${mac(5)}" }) { macAddress macAddressSource } }`,
  );
  expect(updateInterface).toEqual({ macAddress: mac(5), macAddressSource: null });
});

describe('200: a report of a known host', () => {
  test('that changes nothing updates only the last-seen times', async () => {
    const parts = {
      ports: [{ number: 22, protocol: 'Tcp' }],
      interfaces: [{ if_index: 1, if_name: 'eth0' }],
      services: [{ name: 'Redis', service_definition: 'Redis', bindings: [] }],
    };
    const { row, again } = await newHost({ name: 'same', model: 'X1' }, parts);
    const after = await again({ name: 'same', model: 'X1' }, parts);
    const rowsOf = (host: typeof row) => [
      host,
      ...[host.ip_addresses, host.ports, host.interfaces, host.services].flat(),
      ...host.services.flatMap((service: { bindings: object[] }) => service.bindings),
    ];
    const still = ({ updated_at, last_seen_at, ...rest }: Record<string, unknown>) => {
      const { ip_addresses: _a, ports: _p, interfaces: _i, services: _s, bindings: _b, ...own } = rest;
      return [typeof updated_at, typeof last_seen_at, own];
    };
    expect(rowsOf(after).map(still)).toEqual(rowsOf(row).map(still));
    const seenTimes = new Set(rowsOf(after).map(({ last_seen_at }: { last_seen_at: string }) => last_seen_at));
    expect([rowsOf(after).length, seenTimes.size]).toEqual([7, 1]);
    expect(Date.parse(after.last_seen_at)).toBeGreaterThan(Date.parse(row.last_seen_at));
    const keptStates = await keptStatesOf(rowsOf(after).map(({ id }: { id: string }) => id));
    expect([keptStates, await keptStatesOf([(await again({ model: 'X2' }, parts)).id])]).toEqual([0, 1]);
  });

  test("is recognized by the id of the daemon's own host, without an address", async () => {
    const block = newBlock();
    const subnet = subnetOf(block);
    const data = await reportHost(
      { id: daemon.hostId, name: 'rack 4', os: 'Debian' },
      { subnets: [subnet], ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.9` }] },
    );
    expect(data).toMatchObject({
      id: daemon.hostId,
      name: 'daemon host',
      ip_addresses: [{ position: 0 }],
    });
    expect(await world.prisma.host.findUniqueOrThrow({ where: { id: daemon.hostId! } })).toMatchObject({
      os: 'Debian',
    });
  });

  /**
   * Installs a new daemon on a machine that already has a host, `known`. The new daemon registers, which creates a
   * second host with the id `newId`.
   */
  async function setUpAnew() {
    const { block, subnet, address, place } = await newHost();
    const macAddress = `02:00:5e:${block
      .split('.')
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .slice(0, 3)
      .join(':')}`;
    const withMac = { ...place, ip_addresses: [{ ...address, mac_address: macAddress }] };
    const knownValue = await reportHost({ name: 'rack 9' }, withMac);
    const anew = await world.addDaemon({ isRegistered: false });
    const { body } = await anew.send('POST', '/api/daemons/register', {
      body: { daemon_id: anew.daemonId, network_id: world.networkId, name: 'rack 9', mode: 'daemon_poll' },
    });
    return { known: knownValue, anew, subnet, address, withMac, newId: body.data.host_id as string };
  }
  const hostOf = async ({ daemonId }: DaemonCaller) =>
    (await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } })).hostId;

  test("by a reinstalled daemon replaces the daemon's new host, and keeps its jobs", async () => {
    const { known, anew, withMac, newId } = await setUpAnew();
    expect(newId).not.toBe(known.id);
    const { status, body } = await report({ id: newId }, withMac, anew);
    expect([status, body.data.id]).toEqual([200, known.id]);
    expect(await hostOf(anew)).toBe(known.id);
    expect(await world.prisma.host.findUnique({ where: { id: newId } })).toBeNull();
    const jobs = await world.prisma.discovery.findMany({ where: { daemonId: anew.daemonId } });
    expect(jobs.map(({ discoveryDetails }) => (discoveryDetails as { host_id: string }).host_id)).toEqual([known.id]);
    // The daemon still sends `newId`, although this host is deleted. The service finds the machine's host by the
    // address.
    expect((await report({ id: newId }, withMac, anew)).body.data.id).toBe(known.id);
  });

  test.each<[string, (world: Awaited<ReturnType<typeof setUpAnew>>) => Promise<object> | object]>([
    [
      'another MAC at the same address',
      ({ withMac, address }) => ({ ...withMac, ip_addresses: [{ ...address, mac_address: '02:00:5e:ff:ff:ff' }] }),
    ],
    ['no MAC', ({ withMac, address }) => ({ ...withMac, ip_addresses: [address] })],
    [
      'a host that a person has given a tag',
      async ({ withMac, newId }) => {
        const { networkId, organizationId } = world;
        const { id: tagId } = await world.prisma.tag.create({ data: { organizationId, name: newId } });
        await world.prisma.tagAssignment.create({ data: { tagId, networkId, organizationId, hostId: newId } });
        return withMac;
      },
    ],
    [
      'a host that a person has given a credential',
      async ({ withMac, newId }) => {
        const { networkId, organizationId } = world;
        const data = {
          organizationId,
          name: newId,
          credentialType: 'SnmpV2c' as const,
          secrets: Buffer.from('sealed'),
        };
        const { id: credentialId } = await world.prisma.credential.create({ data });
        await world.prisma.hostCredential.create({
          data: { credentialId, networkId, organizationId, hostId: newId },
        });
        return withMac;
      },
    ],
    [
      'a host that a person has given a port',
      async ({ withMac, newId }) => {
        await world.prisma.port.create({
          data: { hostId: newId, networkId: world.networkId, number: 22, protocol: 'Tcp' },
        });
        return withMac;
      },
    ],
  ])('is not recognized by %s', async (_what, partsOf) => {
    const setUp = await setUpAnew();
    const { status, body } = await report({ id: setUp.newId }, await partsOf(setUp), setUp.anew);
    expect([status, body.data?.id]).toEqual([200, setUp.newId]);
    expect(await hostOf(setUp.anew)).toBe(setUp.newId);
  });

  test('matches the oldest of several hosts by address', async () => {
    const { row, address, place } = await newHost();
    const copy = await world.prisma.host.create({ data: { networkId: world.networkId, name: 'copy' } });
    const { subnetId, subnetCidr } = await world.prisma.ipAddress.findFirstOrThrow({ where: { hostId: row.id } });
    await world.prisma.ipAddress.create({
      data: { networkId: world.networkId, hostId: copy.id, subnetId, subnetCidr, ipAddress: address.ip_address },
    });
    expect((await reportHost({}, place)).id).toBe(row.id);
    await world.prisma.host.update({ where: { id: copy.id }, data: { createdAt: new Date(0) } });
    expect((await reportHost({}, place)).id).toBe(copy.id);
  });

  test('keeps values set by users, and replaces those that only discovery reads', async () => {
    const block = newBlock();
    const subnet = { name: block, network_id: world.networkId, cidr: `${block}.0/24`, subnet_type: 'Lan', tags: [] };
    const subnetId = (await world.member.rest.post('/subnets', subnet)).body.data.id;
    const manual = (
      await world.member.rest.post('/hosts', {
        ...{ name: 'Mine', network_id: world.networkId, sys_location: 'Attic', tags: [] },
        ip_addresses: [{ subnet_id: subnetId, ip_address: `${block}.5`, name: 'front' }],
      })
    ).body.data;
    const strangerFields = {
      name: 'theirs',
      hostname: 'theirs.lan',
      sys_location: 'Cellar',
      model: 'X1',
      model_source: 'snmp',
    };
    const place = { ip_addresses: [{ subnet_id: subnetId, ip_address: `${block}.5`, name: 'back' }] };
    expect(await reportHost(strangerFields, place)).toMatchObject({
      id: manual.id,
      source: { type: 'Manual' },
      ...{ name: 'Mine', hostname: 'theirs.lan', sys_location: 'Attic', model: 'X1', model_source: 'snmp' },
      ip_addresses: [{ name: 'front' }],
    });
    const newer = await reportHost({ ...strangerFields, hostname: 'new.lan', model: 'X2', model_source: null }, place);
    expect(newer).toMatchObject({ hostname: 'theirs.lan', model: 'X2' });
    expect(newer).not.toHaveProperty('model_source');
    expect((await reportHost({ model: '' }, place)).model).toBe('X2');
  });

  test('a virtual machine that is renamed or moved has its new name and hypervisor, unless a user entered the host', async () => {
    const hypervisor = async () => {
      const { row } = await newHost({}, { services: [{ name: 'Proxmox VE', service_definition: 'Proxmox VE' }] });
      return row.services[0].id as string;
    };
    const [one, other] = [await hypervisor(), await hypervisor()];
    const guest = (vm_name: string, vm_id: string, virtualization_service_id: string) => ({
      ...{ virtualization_metadata: { type: 'Proxmox', details: { vm_name, vm_id } }, virtualization_service_id },
    });
    const virtualizationOf = ({
      virtualization_metadata: machine,
      virtualization_service_id: id,
    }: Record<string, unknown>) => [...[machine, id]];
    const { again, row } = await newHost(guest('a', '100', one));
    const expected = (vm_name: string, vm_id: string, id: string) => [
      ...[{ type: 'Proxmox', details: { vm_name, vm_id } }, id],
    ];
    expect(virtualizationOf(row)).toEqual(expected('a', '100', one));
    expect(virtualizationOf(await again(guest('b', '100', other)))).toEqual(expected('b', '100', other));
    // The stored VM id is 100, so a report with the VM id 101 is about another virtual machine. The stored values stay.
    expect(virtualizationOf(await again(guest('c', '101', one)))).toEqual(expected('b', '100', other));
    expect(virtualizationOf(await again({}))).toEqual(expected('b', '100', other));
    await world.prisma.host.update({ where: { id: row.id }, data: { sourceType: 'Manual' } });
    expect(virtualizationOf(await again(guest('d', '100', one)))).toEqual(expected('b', '100', other));
  });

  const sourceTypes = ['Manual', 'System', 'Imported', 'Inferred', 'Discovery', 'DiscoveryWithMatch'] as const;
  test.each(sourceTypes.flatMap((type) => [[type, 'name'] as const, [type, 'hostname'] as const]))(
    'keeps what a user has changed on a host of the source %s: its %s, which then has no other source',
    async (sourceType, field) => {
      const chassisId = `ch-named-${sourceType}-${field}`;
      const names = { name: 'read', nameSource: 'file.csv', hostname: 'read.lan', hostnameSource: 'file.csv' };
      const { id } = await world.prisma.host.create({
        data: { networkId: world.networkId, chassisId, sourceType, ...names },
      });
      const host = (await world.member.rest.get(`/hosts/${id}`)).body.data;
      const changed = (await world.member.rest.put(`/hosts/${id}`, { ...host, [field]: 'given' })).body.data;
      const other = field === 'name' ? 'hostname' : 'name';
      expect([changed[field], changed[`${field}_source`] ?? null]).toEqual(['given', null]);
      expect([changed[other], changed[`${other}_source`]]).toEqual([host[other], 'file.csv']);
      const reported = { name: 'new', name_source: 'Mdns', hostname: 'new.lan', hostname_source: 'Mdns' };
      const after = await reportHost({ ...reported, chassis_id: chassisId });
      expect([after.id, after[field], after[`${field}_source`] ?? null]).toEqual([id, 'given', null]);
      const isReplaced = sourceType === 'Imported' || sourceType === 'Inferred';
      expect(after[other]).toBe(isReplaced ? reported[other] : host[other]);
    },
  );

  test('replaces values that came from a neighbour', async () => {
    const inferredHost = await world.prisma.host.create({
      data: {
        ...{ networkId: world.networkId, name: 'guess', nameSource: 'lldp' },
        ...{ chassisId: 'ch-guess', sourceType: 'Inferred' },
      },
    });
    expect(await reportHost({ name: 'truth', chassis_id: 'ch-guess' })).toMatchObject({
      ...{ id: inferredHost.id, name: 'truth', source: { type: 'Discovery' } },
    });
  });

  test('never matches a host of another network or organization', async () => {
    for (const networkId of [world.otherNetworkId, world.strangerNetworkId])
      await world.prisma.host.create({ data: { networkId, name: 'elsewhere', chassisId: 'ch-wall' } });
    const data = await reportHost({ name: 'here', chassis_id: 'ch-wall' });
    expect(data).toMatchObject({ name: 'here', network_id: world.networkId });
    expect(await world.prisma.host.count({ where: { chassisId: 'ch-wall' } })).toBe(3);
  });

  test('sent twice at once creates one host', async () => {
    const block = newBlock();
    const place = () => {
      const subnet = subnetOf(block);
      return {
        subnets: [subnet],
        ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.1` }],
        ports: [{ number: 80, protocol: 'Tcp' }],
        interfaces: [{ if_name: 'eth0' }],
      };
    };
    const replies = await Promise.all(Array.from({ length: 4 }, () => report({ name: 'race' }, place())));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    const [id] = replies.map(({ body }) => body.data.id as string);
    const where = { where: { hostId: id! } };
    const counts = [
      await world.prisma.ipAddress.count(where),
      await world.prisma.port.count(where),
      await world.prisma.interface.count(where),
      await world.prisma.service.count(where),
    ];
    expect(counts).toEqual([1, 1, 1, 1]);
  });

  test('takes few statements: nothing is read or checked twice', async () => {
    const subnet = subnetOf(newBlock());
    const at = { subnet_id: subnet.id, mac_address: '00:1b:21:77:00:01', position: 0 };
    const parts = {
      ip_addresses: [{ ...at, ip_address: `${subnet.name}.1` }],
      ports: [22, 81, 8000].map((number) => ({ id: randomUUID(), number, protocol: 'Tcp' })),
    };
    const bound = { bindings: [{ type: 'Port', port_id: parts.ports[0]!.id }] };
    const services = [{ name: 'SSH', service_definition: 'SSH', ...bound }];
    await world.prisma.subnet.create({
      data: { id: subnet.id, networkId: world.networkId, name: 'Few', cidr: subnet.cidr, subnetType: 'Lan' },
    });
    const statements = () =>
      world.queries.during(() => reportHost({ name: 'few', chassis_id: 'few' }, { ...parts, services }));
    const createdStatements = await statements();
    const again = await statements();
    // The numbers do not include the statements that begin and end the transaction or set its actor.
    expect([createdStatements.length, again.length]).toEqual([10, 7]);
  });

  test('with many parts takes as many statements as with few', async () => {
    const sizedReport = (block: string, size: number) => {
      const subnet = subnetOf(block);
      const each = <R>(row: (at: number) => R) => Array.from({ length: size }, (_, at) => row(at + 1));
      return {
        subnets: [subnet],
        ip_addresses: each((at) => ({ subnet_id: subnet.id, ip_address: `${block}.${at}` })),
        ports: each((at) => ({
          id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
          number: at,
          protocol: 'Udp',
        })),
        interfaces: each((at) => ({
          ...{ if_name: `eth${at}`, if_alias: 'x', fdb_macs: ['00:1b:21:00:00:99'] },
          neighbor_evidence: [{ cdp_device_id: `d${at}` }],
        })),
      };
    };
    const countStatements = async (size: number) => {
      const body = sizedReport(newBlock(), size);
      const renumberedReport = { ...body, ports: body.ports.map(({ number, protocol }) => ({ number, protocol })) };
      const createStatements = await world.queries.during(() => reportHost({ name: 'sized' }, renumberedReport));
      const again = await world.queries.during(() => reportHost({ name: 'sized' }, renumberedReport));
      return [createStatements.length, again.length];
    };
    expect(await countStatements(150)).toEqual(await countStatements(2));
  });

  test('reads the subnets of its addresses once', async () => {
    const { row, address } = await newHost();
    const place = { ip_addresses: [{ ...address, subnet_id: row.ip_addresses[0].subnet_id }] };
    const statements = await world.queries.during(() => reportHost({}, place));
    expect(statements.filter((sql) => /\bFROM "?(\w+"?\.")?subnets"?/.test(sql) && /\bcidr\b/.test(sql))).toHaveLength(
      1,
    );
  });
});

describe('a subnet whose type a user corrects', () => {
  const types = ['Lan', 'DockerBridge', 'PodmanBridge', 'Dmz'];
  const corrections = types.flatMap((from) => types.map((to) => [from, to] as const));
  const storedSubnets = (cidr: string) =>
    world.prisma.subnet.findMany({
      where: { networkId: world.networkId, cidr },
      select: { id: true, subnetType: true, ipAddresses: { select: { ipAddress: true } } },
    });
  const correct = async (id: string, subnet_type: string) => {
    const { data } = (await world.member.rest.get(`/subnets/${id}`)).body;
    const { status } = await world.member.rest.put(`/subnets/${id}`, { ...data, subnet_type });
    expect(status).toBe(200);
  };

  test.each(corrections)('a report of %s finds it as %s', async (from, to) => {
    const block = newBlock();
    const send = () => {
      const subnet = { ...subnetOf(block), subnet_type: from };
      const ip_addresses = [{ subnet_id: subnet.id, ip_address: `${block}.1` }];
      return reportHost({ chassis_id: block }, { subnets: [subnet], ip_addresses });
    };
    const first = await send();
    await correct(first.ip_addresses[0].subnet_id, to);
    expect((await send()).id).toBe(first.id);
    expect(await storedSubnets(`${block}.0/24`)).toEqual([
      { id: first.ip_addresses[0].subnet_id, subnetType: to, ipAddresses: [{ ipAddress: `${block}.1` }] },
    ]);
  });

  test.each(corrections)('a daemon that creates it alone as %s finds it as %s', async (from, to) => {
    const block = newBlock();
    const send = async () => {
      const subnet = { ...subnetOf(block), subnet_type: from, network_id: world.networkId, tags: [] };
      const { status, body } = await daemon.rest.post('/subnets', subnet);
      expect(status).toBe(200);
      const ip_addresses = [{ subnet_id: body.data.id, ip_address: `${block}.1` }];
      await reportHost({ chassis_id: block }, { ip_addresses });
      return body.data.id as string;
    };
    const id = await send();
    await correct(id, to);
    expect(await send()).toBe(id);
    expect(await storedSubnets(`${block}.0/24`)).toEqual([
      { id, subnetType: to, ipAddresses: [{ ipAddress: `${block}.1` }] },
    ]);
  });

  test.each(corrections)('two daemons that see it as %s and as %s report one subnet', async (one, other) => {
    const block = newBlock();
    const ids: string[] = [];
    for (const [index, subnet_type] of [one, other, one].entries()) {
      const subnet = { ...subnetOf(block), subnet_type };
      const at = (index % 2) + 1;
      const ip_addresses = [{ subnet_id: subnet.id, ip_address: `${block}.${at}` }];
      const row = await reportHost({ chassis_id: `${block} ${at}` }, { subnets: [subnet], ip_addresses });
      ids.push(row.ip_addresses[0].subnet_id);
    }
    expect(new Set(ids).size).toBe(1);
    expect(await storedSubnets(`${block}.0/24`)).toMatchObject([{ subnetType: one }]);
  });

  test('a bridge of a stored runtime stays apart from subnets of other runtimes or of none', async () => {
    const block = newBlock();
    const runtimes: string[] = [];
    for (const at of [1, 2]) {
      const services = [{ name: 'Docker', service_definition: 'Docker' }];
      const row = await reportHost({ chassis_id: `${block} ${at}` }, { services });
      runtimes.push(row.services[0].id);
    }
    const send = async (at: number, subnet_type: string, virtualization_service_id: string | null) => {
      const subnet = { ...subnetOf(block), subnet_type, virtualization_service_id };
      const ip_addresses = [{ subnet_id: subnet.id, ip_address: `${block}.1` }];
      const row = await reportHost({ chassis_id: `${block} ${at}` }, { subnets: [subnet], ip_addresses });
      return row.ip_addresses[0].subnet_id as string;
    };
    const bridges = [await send(1, 'DockerBridge', runtimes[0]!), await send(2, 'DockerBridge', runtimes[1]!)];
    const lan = await send(3, 'Lan', null);
    expect(new Set([...bridges, lan]).size).toBe(3);
    await correct(bridges[0]!, 'PodmanBridge');
    expect(await send(1, 'DockerBridge', runtimes[0]!)).toBe(bridges[0]);
    await correct(lan, 'DockerBridge');
    await correct(bridges[1]!, 'Dmz');
    expect(await send(1, 'DockerBridge', runtimes[0]!)).toBe(bridges[0]);
    expect(await send(2, 'DockerBridge', runtimes[1]!)).toBe(bridges[1]);
    expect(await send(3, 'DockerBridge', null)).toBe(lan);
    expect(await storedSubnets(`${block}.0/24`)).toHaveLength(3);
  });
});

describe('identity of hosts', () => {
  const vendor = (last: number) =>
    `00:1b:21:5a:${String(blocks % 100).padStart(2, '0')}:${String(last).padStart(2, '0')}`;
  const place = () => {
    const block = newBlock();
    const subnet = subnetOf(block);
    const at = (last: number, mac_address?: string) => ({
      ...{ subnet_id: subnet.id, ip_address: `${block}.${last}` },
      ...(mac_address && { mac_address }),
    });
    const reportSeen = (host: object, ip_addresses: object[], rest: object = {}) =>
      reportHost(host, { subnets: [subnet], ip_addresses, ...rest });
    return { block, subnet, at, seen: reportSeen };
  };
  const ipsOf = (hostId: string) =>
    world.prisma.ipAddress.findMany({ where: { hostId }, orderBy: { ipAddress: 'asc' } });

  test('two servers that share only a container bridge are two hosts', async () => {
    const { block, subnet, at } = place();
    const bridge = { id: randomUUID(), name: 'docker0', cidr: '172.17.0.0/16', subnet_type: 'Lan' };
    const docker = { subnet_id: bridge.id, ip_address: '172.17.0.1', mac_address: '02:42:ac:11:00:01' };
    const withBridge = (last: number) =>
      reportHost(
        { name: `server ${last}`, chassis_id: `${block} ${last}` },
        { subnets: [subnet, bridge], ip_addresses: [at(last, vendor(last)), docker] },
      );
    const [one, two] = [await withBridge(1), await withBridge(2)];
    expect([one.name, two.name, one.id === two.id]).toEqual(['server 1', 'server 2', false]);
    expect([(await withBridge(1)).id, (await withBridge(2)).id]).toEqual([one.id, two.id]);
  });

  test('a new machine takes the address of another, with a stored reason; ports stay', async () => {
    const { block, at, seen } = place();
    const ports = (number: number) => {
      const id = randomUUID();
      return {
        ports: [{ id, number, protocol: 'Tcp' }],
        services: [{ name: 'x', service_definition: 'x', bindings: [{ type: 'Port', port_id: id }] }],
      };
    };
    const old = await seen({ name: 'old' }, [at(1, vendor(1)), at(2)], ports(22));
    const newcomer = await seen({ name: 'new' }, [at(1, vendor(7))], ports(443));
    expect(newcomer.id).not.toBe(old.id);
    expect((await ipsOf(old.id)).map(({ ipAddress }) => ipAddress)).toEqual([`${block}.2`]);
    const [movedAddress] = await ipsOf(newcomer.id);
    expect(movedAddress).toMatchObject({
      ...{ id: old.ip_addresses[0].id, ipAddress: `${block}.1`, macAddress: vendor(7) },
      moveReason: `from old: different MAC address: ${vendor(7)} and ${vendor(1)}`,
    });
    const portsOf = async (hostId: string) =>
      (await world.prisma.port.findMany({ where: { hostId } })).map(({ number }) => number);
    expect([await portsOf(old.id), await portsOf(newcomer.id)]).toEqual([[22], [443]]);
    expect((await seen({ name: 'new' }, [at(1, vendor(7))])).id).toBe(newcomer.id);
    expect((await seen({}, [at(3, vendor(1))])).id).not.toBe(newcomer.id);
  });

  test('a machine with its former address and a new name is one host, with its new MAC address', async () => {
    const { at, seen } = place();
    const first = await seen({ name: 'before', chassis_id: `c ${randomUUID()}` }, [at(1, vendor(1))]);
    const again = await seen({ name: 'after', chassis_id: first.chassis_id }, [at(1, vendor(8))]);
    expect([again.id, again.ip_addresses[0].mac_address]).toEqual([first.id, vendor(8)]);
    expect((await seen({ name: 'third' }, [at(1)])).id).toBe(first.id);
  });

  const hostsAt = async (block: string) => {
    const rows = await world.prisma.ipAddress.findMany({
      where: { subnetCidr: `${block}.0/24` },
      include: { host: true },
    });
    return rows.map(({ hostId, ipAddress, answersForOthers, host }) => ({
      hostId,
      ipAddress,
      answersForOthers,
      name: host.name,
    }));
  };
  const of = (rows: { hostId: string }[]) => new Set(rows.map(({ hostId }) => hostId)).size;

  test('two addresses of one NIC are one machine; twenty are separate, and the MAC is marked as shared', async () => {
    const { block, at, seen } = place();
    const mac = vendor(1);
    const each = (last: number) => seen({}, [at(last, mac)], { ports: [{ number: 1000 + last, protocol: 'Tcp' }] });
    const [one, two] = [await each(1), await each(2)];
    expect([two.id, of(await hostsAt(block)), (await hostsAt(block)).length]).toEqual([one.id, 1, 2]);
    for (let last = 3; last <= 20; last += 1) await each(last);
    const rows = await hostsAt(block);
    expect([rows.length, of(rows), rows.every(({ answersForOthers }) => answersForOthers)]).toEqual([20, 20, true]);
    const ports = await world.prisma.port.findMany({ where: { hostId: { in: rows.map(({ hostId }) => hostId) } } });
    const addressesByHost = new Map(rows.map(({ hostId, ipAddress }) => [hostId, Number(ipAddress.split('.')[3])]));
    expect(ports.map(({ hostId, number }) => number - addressesByHost.get(hostId)!)).toEqual(Array(20).fill(1000));
    for (let last = 1; last <= 20; last += 1) await each(last);
    expect((await hostsAt(block)).map(({ hostId, ipAddress }) => `${ipAddress} ${hostId}`).sort()).toEqual(
      rows.map(({ hostId, ipAddress }) => `${ipAddress} ${hostId}`).sort(),
    );
  });

  test('interfaces found as two machines are merged; the former id keeps working until a split', async () => {
    const { block, at, seen } = place();
    const [a, b] = [at(1, vendor(1)), at(2, vendor(2))];
    const ports = (number: number) => ({ ports: [{ number, protocol: 'Tcp' }] });
    const first = await seen({ name: 'nas' }, [a], ports(22));
    const second = await seen({ name: 'nas-2', model: 'X' }, [b], ports(443));
    const whole = await seen({}, [a, b]);
    expect([whole.id, of(await hostsAt(block)), whole.ports.length]).toEqual([first.id, 1, 2]);
    expect((await world.owner.rest.get(`/hosts/${second.id}`)).status).toBe(404);
    // After a merge, a daemon may still send the id of the host that is gone. The report then matches the remaining
    // host.
    expect((await seen({ id: second.id }, [b])).id).toBe(first.id);
    const why = await world.owner.query(
      `query($a: UUID!, $b: UUID!) { whySameHost(a: $a, b: $b) { verdict reasons { text } } host(id: $a) { identity { merges { mergedHostId } } } }`,
      { a: first.id, b: second.id },
    );
    expect(why).toEqual({
      whySameHost: {
        verdict: 'Same',
        reasons: [{ text: `same MAC address ${vendor(2)}` }, { text: `same IP address ${block}.2` }],
      },
      host: { identity: { merges: [{ mergedHostId: second.id }] } },
    });
    const split = await world.owner.query(
      `mutation($id: UUID!) { splitHost(mergedHostId: $id) { id name model ipAddresses { ipAddress } ports { number } } }`,
      { id: second.id },
    );
    expect(split.splitHost).toEqual({
      ...{ id: second.id, name: 'nas-2', model: 'X' },
      ...{ ipAddresses: [{ ipAddress: `${block}.2` }], ports: [{ number: 443 }] },
    });
    const remainingHost = await world.prisma.host.findUniqueOrThrow({
      where: { id: first.id },
      include: { ports: true },
    });
    expect([remainingHost.model, remainingHost.ports.map(({ number }) => number)]).toEqual([null, [22]]);
    // Users have split these hosts, so reports do not merge them again.
    await seen({}, [a, b]);
    expect(await world.prisma.host.count({ where: { id: { in: [first.id, second.id] } } })).toBe(2);
  });

  test('a credential removed after a merge stays removed by a split', async () => {
    const { prisma, admin, member, networkId } = world;
    const make = async () => {
      const input = { name: randomUUID(), credentialType: 'SnmpV2c', community: 'x' };
      const document = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
      return (await admin.query(document, { input })).createCredential.id as string;
    };
    const [keptBinding, revokedBinding] = [await make(), await make()];
    const hosts = await Promise.all(['one', 'other'].map((name) => prisma.host.create({ data: { networkId, name } })));
    const [one, other] = hosts.map(({ id }) => id) as [string, string];
    const assign = (id: string, ids: string[]) => {
      const credential_assignments = ids.map((credential_id) => ({ credential_id }));
      return admin.rest.put(`/hosts/${id}`, { id, name: 'h', hidden: false, tags: [], credential_assignments });
    };
    await assign(other, [keptBinding, revokedBinding]);
    expect((await admin.rest.put(`/hosts/${one}/consolidate/${other}`)).status).toBe(200);
    await assign(one, [keptBinding]);
    await member.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id: other });
    expect(await prisma.hostCredential.findMany({ where: { hostId: other } })).toMatchObject([
      { credentialId: keptBinding, assignedBy: admin.userId },
    ]);
  });

  test('an ambiguous identity becomes a new host and a suggestion for users', async () => {
    const { block, at, seen } = place();
    const port = (last: number) => ({ if_index: last, mac_address: vendor(last) });
    const one = await seen({ name: 'one' }, [at(1)], { interfaces: [port(1), port(11)] });
    const two = await seen({ name: 'two' }, [at(2)], { interfaces: [port(2), port(12)] });
    const both = () => seen({ name: 'both' }, [at(3)], { interfaces: [port(1), port(2)] });
    const ownReply = await both();
    expect([ownReply.id === one.id, ownReply.id === two.id, (await both()).id]).toEqual([false, false, ownReply.id]);
    const document = `query($id: UUID!) { identitySuggestions(filter: { hostId: { eq: $id } }) { nodes { id otherHostId state } } }`;
    const { identitySuggestions } = await world.owner.query(document, { id: ownReply.id });
    const suggestNode = (otherId: string) =>
      identitySuggestions.nodes.find(({ otherHostId }: { otherHostId: string }) => otherHostId === otherId);
    const [first, second] = [suggestNode(one.id), suggestNode(two.id)];
    expect([identitySuggestions.nodes.length, first.state, second.state]).toEqual([2, 'Open', 'Open']);
    const answer = (id: string, givenText: string) =>
      world.owner.query(
        `mutation($id: UUID!, $answer: IdentityAnswer!) { answerIdentitySuggestion(id: $id, answer: $answer) { id } }`,
        {
          ...{ id, answer: givenText },
        },
      );
    await answer(second.id, 'Refuse');
    expect((await answer(first.id, 'Accept')).answerIdentitySuggestion).toEqual({ id: one.id });
    expect([of(await hostsAt(block)), (await both()).id]).toEqual([2, one.id]);
    // The user refused to merge `both` with `two`, and then merged `both` into `one`. So `one` must not be merged with
    // `two`.
    const keptSuggestions = await world.prisma.identitySuggestion.findMany({ where: { hostId: one.id } });
    expect(keptSuggestions).toMatchObject([{ otherHostId: two.id, state: 'Refused' }]);
  });

  test('another serial number at the same address is another machine', async () => {
    const { at, seen } = place();
    const first = await seen({ serial_number: `S1 ${randomUUID()}` }, [at(1)]);
    const second = await seen({ serial_number: `S2 ${randomUUID()}` }, [at(1)]);
    expect(second.id).not.toBe(first.id);
    expect(await ipsOf(first.id)).toEqual([]);
  });
});

describe('interfaces', () => {
  const port = { if_index: 1, if_name: 'eth0', if_alias: 'uplink', fdb_macs: ['00:1b:21:00:00:98'] };
  const lldpRecord = (device: string) => [{ lldp_sys_name: device }];
  const heardOn = (interfaceId: string) =>
    world.prisma.neighborEvidence.findMany({ where: { interfaceId }, select: { lldpSysName: true } });

  test('a complete ARP table replaces the former one, and an empty one deletes it', async () => {
    const tables = async (hostId: string) =>
      (await world.prisma.arpEvidence.findMany({ where: { interface: { hostId } } })).map(
        ({ macAddresses, reason }) => ({ macAddresses, reason }),
      );
    const report = (macs: string[] | undefined, arp: boolean | undefined) => ({
      interfaces: [{ ...port, ...(macs && { arp_macs: macs }) }],
      ...(arp !== undefined && { interface_data_complete: { arp } }),
    });
    const [one, other] = ['00:1b:21:00:00:97', '00:1b:21:00:00:96'];
    const { row, again } = await newHost({}, report(['00-1B-21-00-00-97', other, one], true));
    const keptEvidence = [{ macAddresses: [other, one], reason: 'Pending' }];
    expect(await tables(row.id)).toEqual(keptEvidence);
    for (const [macs, arp] of [
      [[one], false],
      [[], false],
      [undefined, undefined],
    ] as const) {
      await again({}, report(macs && [...macs], arp));
      expect(await tables(row.id)).toEqual(keptEvidence);
    }
    await again({}, report([one], true));
    expect(await tables(row.id)).toEqual([{ macAddresses: [one], reason: 'Pending' }]);
    await again({}, report(undefined, true));
    expect(await tables(row.id)).toEqual([]);
  });

  test('incomplete groups of facts neither overwrite nor delete', async () => {
    const [one, other] = [await vlan(21), await vlan(22)];
    const full = { ...port, native_vlan_id: one, vlan_ids: [one], neighbor_evidence: lldpRecord('first') };
    const { row, again } = await newHost({}, { interfaces: [full, { if_index: 2, if_name: 'eth1' }] });
    await world.prisma.interface.updateMany({ where: { hostId: row.id }, data: { ifDescr: null } });
    const later = {
      ...{ ...port, if_alias: 'other', if_descr: 'Ethernet 0', fdb_macs: [], native_vlan_id: other },
      ...{ vlan_ids: [other], neighbor_evidence: lldpRecord('second') },
    };
    const after = await again({}, { interfaces: [later] });
    expect(after.interfaces).toMatchObject([
      { if_alias: 'uplink', if_descr: 'Ethernet 0', fdb_macs: port.fdb_macs, native_vlan_id: one, vlan_ids: [one] },
      { if_name: 'eth1' },
    ]);
    expect(await heardOn(row.interfaces[0].id)).toEqual([{ lldpSysName: 'first' }]);

    const complete = { lldp: true, fdb: true, vlan_membership: true };
    const read = await again({}, { interfaces: [later], interfaces_complete: true, interface_data_complete: complete });
    expect(read.interfaces[0]).toMatchObject({
      ...{ id: row.interfaces[0].id, if_alias: 'other', fdb_macs: [], native_vlan_id: other, vlan_ids: [other] },
    });
    expect(await heardOn(row.interfaces[0].id)).toEqual([{ lldpSysName: 'second' }]);
    const bare = { if_index: 1, if_name: 'eth0' };
    const emptiedReply = await again({}, { interfaces: [bare], interface_data_complete: complete });
    expect(emptiedReply.interfaces[0]).toMatchObject({ if_alias: 'other', native_vlan_id: null, vlan_ids: [] });
    expect(await heardOn(row.interfaces[0].id)).toEqual([]);
  });

  test('states of ports are replaced even by an incomplete table, which changes and deletes nothing else', async () => {
    const port = { if_index: 1, if_name: 'net0', admin_status: 'Up', oper_status: 'Up', mtu: 1500 };
    const { again } = await newHost({}, { interfaces: [port, { if_index: 2, if_name: 'net1', oper_status: 'Up' }] });
    const stopped = { ...port, admin_status: 'Down', oper_status: 'Down', mtu: 9000 };
    const states = { admin_status: 'Down', oper_status: 'Down', mtu: 1500 };
    expect((await again({}, { interfaces: [stopped] })).interfaces).toMatchObject([states, { oper_status: 'Up' }]);
    const silent = await again({}, { interfaces: [{ if_index: 1, if_name: 'net0' }] });
    expect(silent.interfaces).toMatchObject([states, { oper_status: 'Up' }]);
  });

  test('the last two readings of counters are kept, without history; a report without them keeps them', async () => {
    const counterReport = (in_octets: number | string, up_time_ticks: number, more: object = {}) => ({
      interfaces: [
        { ...port, speed_bps: 1_000_000_000, counters: { in_octets, up_time_ticks, octet_bits: 64, ...more } },
      ],
    });
    const { row, again } = await newHost({}, counterReport(1000, 100_000));
    const { id } = row.interfaces[0];
    const read = async () => (await world.member.rest.get(`/interfaces/${id}/counters`)).body.data;
    const reading = (in_octets: number | string, poe_milliwatts: number | null = null) => ({
      ...{ observed_at: expect.any(String), in_octets, out_octets: null, poe_milliwatts },
      ...{ in_errors: null, out_errors: null, in_discards: null, out_discards: null },
    });
    const first = { latest: reading(1000), previous: null, rates: null };
    expect(await read()).toEqual({ interface_id: id, counters: first });
    await again({}, { interfaces: [port] });
    expect((await read()).counters).toEqual(first);
    await again({}, counterReport('9007199254740993', 100_500, { poe_milliwatts: 6400 }));
    const { counters } = await read();
    expect(counters).toMatchObject({ latest: reading('9007199254740993', 6400), previous: reading(1000) });
    expect(counters.rates).toMatchObject({ in_octets: expect.any(Number), out_octets: null });
    await again({}, counterReport(7, 100_900));
    expect((await read()).counters).toMatchObject({
      previous: reading('9007199254740993', 6400),
      rates: { in_octets: null },
    });
    expect(await keptStatesOf([id])).toBe(0);
    const { interface: other } = await world.member.query(
      'query($id: UUID!) { interface(id: $id) { counters { rates { inOctets } latest { inOctets } } } }',
      { id },
    );
    expect(other.counters).toEqual({ rates: { inOctets: null }, latest: { inOctets: 7 } });
  });

  describe('layer 2 facts', () => {
    const bond = { if_index: 10, if_name: 'bond0', if_type: 161 };
    const member = (if_index: number, more: object = {}) => ({ if_index, if_name: `eth${if_index}`, ...more });
    const inBond = { aggregate_if_index: 10 };
    const allFacts = {
      ...{ mtu: 9000, duplex: 'Full', stp_state: 'Blocking', is_stp_root_port: false },
      ...{ poe_status: 'Delivering', poe_class: 4, stp_blocked_vlans: [10, 20], stp_blocked_instances: [0, 3] },
    };
    const root = { stp_root_bridge_id: '32768/00:1b:21:00:00:01', stp_root_cost: 4 };
    const all = { aggregates: true, stp: true, duplex: true, poe: true };
    const unread = {
      ...{ ...allFacts, mtu: 9000, duplex: null, stp_state: null, poe_status: null, poe_class: null },
      ...{ stp_blocked_vlans: [], stp_blocked_instances: [] },
    };

    test('are stored with history if they change, and kept if a report omits them', async () => {
      const parts = { interfaces: [member(1, { ...allFacts, ...inBond }), bond] };
      const { row, again } = await newHost(root, parts);
      const [port, aggregate] = row.interfaces;
      expect(row).toMatchObject(root);
      expect(port).toMatchObject({ ...allFacts, aggregate_id: aggregate.id });
      expect(aggregate).toMatchObject({ aggregate_id: null, mtu: null, stp_state: null, is_stp_root_port: false });

      // An older daemon does not send the newer fields of ports, such as `duplex`, so the stored values stay.
      const silent = await again({}, { interfaces: [member(1), bond], interfaces_complete: true });
      expect(silent).toMatchObject(root);
      expect(silent.interfaces[0]).toMatchObject({ ...allFacts, aggregate_id: aggregate.id });
      expect(await keptStatesOf([port.id, aggregate.id])).toBe(0);

      const incomplete = await again({}, { ...parts, interfaces: [member(1, { duplex: null }), bond] });
      expect(incomplete.interfaces[0]).toMatchObject(allFacts);

      const changedMembers = [
        member(1, { ...allFacts, stp_state: 'Forwarding', is_stp_root_port: true, ...inBond }),
        bond,
      ];
      const after = await again(
        {},
        { interfaces: changedMembers, interfaces_complete: true, interface_data_complete: all },
      );
      expect(after.interfaces[0]).toMatchObject({ stp_state: 'Forwarding', is_stp_root_port: true });
      expect(await keptStatesOf([port.id])).toBe(1);

      const empty = { interfaces: [member(1), bond], interface_data_complete: all };
      const emptiedReply = await again({}, empty);
      expect(emptiedReply).toMatchObject({ stp_root_bridge_id: null, stp_root_cost: null });
      expect(emptiedReply.interfaces[0]).toMatchObject({ ...unread, is_stp_root_port: false, aggregate_id: null });
    });

    test('an aggregate that is reported later gets its existing ports', async () => {
      const { row, again } = await newHost({}, { interfaces: [member(1), member(2)] });
      const after = await again({}, { interfaces: [member(1, inBond), member(2, inBond), bond] });
      const aggregate = after.interfaces.find((one: { if_name: string }) => one.if_name === 'bond0');
      expect(after.interfaces.map((one: { aggregate_id: string }) => one.aggregate_id)).toEqual([
        ...[aggregate.id, aggregate.id, null],
      ]);
      const { interface: read } = await world.member.query(
        'query($id: UUID!) { interface(id: $id) { members { nodes { ifName aggregate { ifName } } } } }',
        { id: aggregate.id },
      );
      // The order of the two ports is undefined, because they were created at the same time and their ids are random.
      expect(read.members.nodes).toHaveLength(2);
      expect(read.members.nodes).toEqual(
        expect.arrayContaining([1, 2].map((n) => ({ ifName: `eth${n}`, aggregate: { ifName: 'bond0' } }))),
      );
      const { body } = await world.member.rest.get(`/interfaces?aggregate_id=${aggregate.id}`);
      const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
      expect(idsOf(body.data)).toEqual(idsOf(row.interfaces));
      // The ports of a deleted aggregate are kept.
      await world.member.rest.delete(`/interfaces/${aggregate.id}`);
      const remainingInterfaces = await world.prisma.interface.findMany({ where: { hostId: row.id } });
      expect(remainingInterfaces.map(({ aggregateId }) => aggregateId)).toEqual([null, null]);
    });

    test.each([
      ['itself', 1],
      ['no port of the report', 99],
      ['two ports of the report', 10],
    ])('an index of %s refers to no aggregate', async (_what, aggregate_if_index) => {
      const again = { ...bond, if_name: 'bond1' };
      const { row } = await newHost({}, { interfaces: [member(1, { aggregate_if_index }), bond, again] });
      expect(row.interfaces.map((one: { aggregate_id: string }) => one.aggregate_id)).toEqual([null, null, null]);
    });

    test('members follow their aggregate through merge and split, and leave it when moved', async () => {
      const [one, two] = [
        await newHost({}, {}),
        await newHost({}, { interfaces: [member(1, inBond), member(2, inBond), bond] }),
      ];
      const aggregates = async (hostId: string) =>
        (await world.prisma.interface.findMany({ where: { hostId }, orderBy: { ifIndex: 'asc' } })).map(
          ({ ifName, aggregateId }) => [ifName, aggregateId],
        );
      const before = await aggregates(two.row.id);
      const bondId = two.row.interfaces[2].id;
      expect(before).toEqual([...[1, 2].map((n) => [`eth${n}`, bondId]), ['bond0', null]]);
      expect((await world.owner.rest.put(`/hosts/${one.row.id}/consolidate/${two.row.id}`)).status).toBe(200);
      expect(await aggregates(one.row.id)).toEqual(before);
      await world.owner.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id: two.row.id });
      expect(await aggregates(two.row.id)).toEqual(before);

      const move = { network_id: world.networkId, host_id: one.row.id, if_descr: 'moved' };
      const moveReply = (id: string, if_index: number) =>
        world.member.rest.put(`/interfaces/${id}`, { ...move, if_index });
      expect((await moveReply(two.row.interfaces[0].id, 1)).body.data).toMatchObject({ aggregate_id: null });
      expect((await moveReply(bondId, 10)).status).toBe(200);
      expect(await aggregates(two.row.id)).toEqual([['eth2', null]]);
    });

    test('merged hosts with the same aggregate keep one, with the members of both', async () => {
      const [one, two] = [
        await newHost({}, { interfaces: [bond] }),
        await newHost({}, { interfaces: [member(1, inBond), bond] }),
      ];
      await world.owner.rest.put(`/hosts/${one.row.id}/consolidate/${two.row.id}`);
      const rows = await world.prisma.interface.findMany({
        where: { hostId: one.row.id },
        orderBy: { ifIndex: 'asc' },
      });
      expect(rows.map(({ ifName, aggregateId }) => [ifName, aggregateId])).toEqual([
        ['eth1', one.row.interfaces[0].id],
        ['bond0', null],
      ]);
      await world.owner.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id: two.row.id });
      const split = await world.prisma.interface.findMany({
        where: { hostId: two.row.id },
        orderBy: { ifIndex: 'asc' },
      });
      expect(split.map(({ ifName, aggregateId }) => [ifName, aggregateId])).toEqual([
        ['eth1', two.row.interfaces[1].id],
        ['bond0', null],
      ]);
    });
  });

  test('a complete table deletes ports that runs created, and keeps ports of users', async () => {
    const { row, again } = await newHost(
      {},
      { interfaces: [port, { if_index: 2, if_name: 'gone' }, { if_index: 3, if_name: 'mine' }] },
    );
    const lastDiscoveryId = await addFinishedRun(world, daemon.daemonId, world.networkId);
    await world.prisma.interface.updateMany({
      where: { hostId: row.id, ifName: { not: 'mine' } },
      data: { lastDiscoveryId },
    });
    const names = (host: typeof row) => host.interfaces.map((one: { if_name: string }) => one.if_name);
    expect(names(await again({}, { interfaces: [port] }))).toEqual(['eth0', 'gone', 'mine']);
    expect(names(await again({}, { interfaces: [port], interfaces_complete: true }))).toEqual(['eth0', 'mine']);
  });

  test('the VLANs of a subnet are the native VLANs of its ports, as reported', async () => {
    const [one, other] = [await vlan(31), await vlan(32)];
    const addressId = randomUUID();
    const { block, subnet, row, place } = await newHost();
    const onPort = (nativeId: string) => ({
      ...place,
      ip_addresses: [{ ...place.ip_addresses[0], id: addressId }],
      interfaces: [{ if_index: 1, ip_address_id: addressId, native_vlan_id: nativeId }],
      interface_data_complete: { vlan_membership: true },
    });
    const vlans = async () =>
      (await world.prisma.vlanSubnet.findMany({ where: { subnet: { cidr: subnet.cidr } } })).map(
        ({ vlanId }) => vlanId,
      );
    const first = await reportHost({}, onPort(one));
    expect([first.id, first.interfaces[0].ip_address_id, await vlans()]).toEqual([
      row.id,
      row.ip_addresses[0].id,
      [one],
    ]);
    await reportHost({}, onPort(other));
    expect(await vlans()).toEqual([other]);
    expect(block).toBeDefined();
  });
});

describe('services', () => {
  const open = (...numbers: number[]) => numbers.map((number) => ({ id: randomUUID(), number, protocol: 'Tcp' }));
  const on = (...ports: { id: string }[]) => ports.map(({ id }) => ({ type: 'Port', port_id: id }));
  const service = (service_definition: string, bindings: object[] = [], more: object = {}) => ({
    ...{ name: service_definition, service_definition, bindings, tags: [] },
    ...more,
  });
  const container = (container_id: string, container_name: string) => ({
    virtualization_metadata: { type: 'Docker', details: { container_id, container_name } },
  });
  const kinds = (host: { services: { service_definition: string }[] }) =>
    host.services.map((one) => one.service_definition);

  test('singular software and gateways exist once per host; other services per container or port', async () => {
    const ports = open(80, 81);
    const first = [
      service('PostgreSQL'),
      service('Gateway'),
      service('nginx', on(ports[0]!)),
      service('nginx', [], container('c1', 'web')),
      service('my-own', on(ports[1]!)),
    ];
    const { row, again } = await newHost({}, { ports, services: first });
    const later = open(80, 81);
    const after = await again(
      {},
      {
        ports: later,
        services: [
          service('PostgreSQL', [], { name: 'renamed' }),
          service('OPNsense'),
          service('nginx', on(later[0]!)),
          service('nginx', [], container('c2', 'web')),
          service('my-own', on(later[1]!)),
        ],
      },
    );
    expect([ids(after.services), ids(after.ports)]).toEqual([ids(row.services), ids(row.ports)]);
    expect(after.services[0].name).toBe('PostgreSQL');
    expect(after.services[3].virtualization_metadata.details).toMatchObject({
      container_id: 'c2',
      container_name: 'web',
    });
    const more = await again(
      {},
      { services: [service('nginx', [], container('c3', 'db')), service('nginx'), service('Redis'), service('Redis')] },
    );
    expect(kinds(more).slice(5)).toEqual(['nginx', 'nginx', 'Redis']);
    const byId = await again({}, { services: [{ ...service('Grafana'), id: row.services[0].id }] });
    expect([byId.services.length, kinds(byId)[0]]).toEqual([8, 'PostgreSQL']);
  });

  test('a port is bound to one service; unclaimed ports belong to OpenPorts', async () => {
    const ports = open(22, 8080, 9999);
    const { row, again } = await newHost(
      {},
      { ports, services: [service('Jenkins', on(ports[1]!)), service('Keycloak', on(ports[1]!, ports[0]!))] },
    );
    const bound = (host: typeof row) =>
      host.services.map((one: { service_definition: string; bindings: { port_id: string }[] }) => [
        one.service_definition,
        one.bindings.map(({ port_id }) => host.ports.find(({ id }: { id: string }) => id === port_id).number).sort(),
      ]);
    expect(bound(row)).toEqual([
      ['Jenkins', [8080]],
      ['Keycloak', [22]],
      ['Unclaimed Open Ports', [9999]],
    ]);
    const later = open(9999, 5000);
    const after = await again({}, { ports: later, services: [service('Grafana', on(later[0]!))] });
    expect(bound(after)).toEqual([
      ['Jenkins', [8080]],
      ['Keycloak', [22]],
      ['Unclaimed Open Ports', [5000]],
      ['Grafana', [9999]],
    ]);
    expect(after.services[2].id).toBe(row.services[2].id);
  });

  test('another program on a known port does not become a new service on each report', async () => {
    const ports = open(22, 80);
    const { again } = await newHost({}, { ports, services: [service('nginx', on(ports[1]!))] });
    for (const name of ['Nagios', 'Nagios', 'Netdata']) {
      const [, http] = open(22, 80);
      const after = await again({}, { ports: [http], services: [service(name, on(http!))] });
      expect(kinds(after).sort()).toEqual(['Unclaimed Open Ports', 'nginx']);
    }
  });

  test('a service set by a user keeps its definition, tags and bindings', async () => {
    const { row, again } = await newHost();
    const tag = (
      await world.admin.rest.post('/tags', {
        name: `t-${randomUUID()}`,
        color: 'Teal',
        organization_id: world.organizationId,
      })
    ).body.data;
    const ownData = (
      await world.member.rest.post('/services', {
        ...{ name: 'Database', host_id: row.id, network_id: world.networkId, service_definition: 'PostgreSQL' },
        bindings: [{ type: 'IPAddress', ip_address_id: row.ip_addresses[0].id }],
        tags: [tag.id],
      })
    ).body.data;
    const ports = open(5432);
    const after = await again({}, { ports, services: [service('PostgreSQL', on(ports[0]!))] });
    // A user bound the service to a whole address, so the service cannot be bound to a port of that address too. The
    // reported port stays unclaimed.
    expect(after.services).toMatchObject([
      { id: ownData.id, name: 'Database', source: { type: 'Manual' }, bindings: [{ type: 'IPAddress' }] },
      { service_definition: 'Unclaimed Open Ports' },
    ]);
    // Responses to daemons contain no tags, so a Member reads the tags of the service.
    expect((await world.member.rest.get(`/services/${ownData.id}`)).body.data.tags).toEqual([tag.id]);
  });

  test('services in one report may refer to each other, and to known ones, as runtime', async () => {
    const { again } = await newHost({}, { services: [service('MinIO')] });
    const runtime = randomUUID();
    const after = await again(
      {},
      {
        services: [service('MinIO', [], { virtualization_service_id: runtime }), { ...service('Docker'), id: runtime }],
      },
    );
    expect(after.services).toMatchObject([{ virtualization_service_id: runtime }, { id: runtime }]);
  });
});

describe('refused reports write nothing', () => {
  const address = (more: object) => ({ subnet_id: randomUUID(), ip_address: '10.1.1.1', ...more });
  const subnet = { id: randomUUID(), name: 'x', cidr: '10.250.0.0/24', subnet_type: 'Lan' };
  test.each<[string, object, object, string, object]>([
    ['name', { name: 'x'.repeat(101) }, {}, 'validation_max_length', { field: 'host.name', max: 100 }],
    ['model', { model: 'x'.repeat(256) }, {}, 'validation_max_length', { field: 'host.model', max: 255 }],
    ['cidr', {}, { subnets: [{ ...subnet, cidr: '10.1' }] }, 'validation_invalid_ip', { field: 'subnets.cidr' }],
    [
      'no prefix',
      {},
      { subnets: [{ ...subnet, cidr: '10.1.1.1' }] },
      'validation_invalid_ip',
      { field: 'subnets.cidr' },
    ],
    ['host bits', {}, { subnets: [{ ...subnet, cidr: '10.1.1.1/24' }] }, 'validation_invalid_format', {}],
    [
      'an address outside',
      {},
      { subnets: [subnet], ip_addresses: [address({ subnet_id: subnet.id })] },
      'ip_address_out_of_range',
      { ip: '10.1.1.1', subnet: '10.250.0.0/24' },
    ],
    [
      'a port number',
      {},
      { ports: [{ number: 65536, protocol: 'Tcp' }] },
      'validation_out_of_range',
      { field: 'ports.number', min: 1, max: 65535 },
    ],
    [
      'a port without a name',
      {},
      { interfaces: [{ if_descr: 'x' }] },
      'validation_required',
      { field: 'interfaces.if_name' },
    ],
    [
      'evidence of nothing',
      {},
      { interfaces: [{ if_index: 1, neighbor_evidence: [{}] }] },
      'validation_empty',
      { field: 'interfaces.neighbor_evidence' },
    ],
    [
      'too much evidence',
      {},
      { interfaces: [{ if_index: 1, neighbor_evidence: Array(101).fill({ cdp_device_id: 'x' }) }] },
      'validation_out_of_range',
      { field: 'interfaces.neighbor_evidence', min: 0, max: 100 },
    ],
    [
      'a management address',
      {},
      { interfaces: [{ if_index: 1, neighbor_evidence: [{ lldp_mgmt_addr: 'x' }] }] },
      'validation_invalid_ip',
      { field: 'interfaces.neighbor_evidence.lldp_mgmt_addr' },
    ],
    [
      'another management address',
      {},
      { interfaces: [{ if_index: 1, neighbor_evidence: [{ cdp_device_id: 'x', management_addresses: ['x'] }] }] },
      'validation_invalid_ip',
      { field: 'interfaces.neighbor_evidence.management_addresses' },
    ],
    [
      'too many management addresses',
      {},
      {
        interfaces: [
          {
            if_index: 1,
            neighbor_evidence: [{ cdp_device_id: 'x', management_addresses: Array(21).fill('10.0.0.1') }],
          },
        ],
      },
      'validation_out_of_range',
      { field: 'interfaces.neighbor_evidence.management_addresses', min: 0, max: 20 },
    ],
    [
      'too many ports',
      {},
      { ports: Array.from({ length: 10_001 }, (_, at) => ({ number: at + 1, protocol: 'Tcp' })) },
      'validation_out_of_range',
      { field: 'ports', min: 0, max: 10_000 },
    ],
  ])('GraphQL: %s', async (_what, host, rest, code, params) => {
    const countHosts = () => world.prisma.host.count({ where: { networkId: world.networkId } });
    const before = await countHosts();
    const expectedEntries = Object.entries(params).map(([key, value]) => [
      key,
      key === 'field' ? camel(String(value)) : value,
    ]);
    const refusedReply = await refusal(host, rest);
    expect(refusedReply).toMatchObject({ code, params: Object.fromEntries(expectedEntries) });
    expect(await countHosts()).toBe(before);
  });

  test('GraphQL: an address id of another host', async () => {
    const { row } = await newHost();
    const interfaces = [{ if_index: 1, ip_address_id: row.ip_addresses[0].id }];
    const params = { entity: 'IPAddress', field: 'interfaces.ipAddressId' };
    expect(await refusal({}, { interfaces })).toMatchObject({ code: 'entity_reference_invalid', params });
  });

  test('GraphQL: referenced rows are inaccessible', async () => {
    const id = randomUUID();
    for (const rest of [
      { ip_addresses: [{ subnet_id: id, ip_address: '10.1.1.1' }] },
      { interfaces: [{ if_index: 1, native_vlan_id: id }] },
      { interfaces: [{ if_index: 1, ip_address_id: id }] },
      { subnets: [{ ...subnet, virtualization_service_id: id }] },
      { services: [{ name: 's', service_definition: 'x', bindings: [{ port_id: id }], tags: [] }] },
    ]) {
      expect(await refusal({}, rest)).toMatchObject({ code: 'entity_not_found', params: { id } });
    }
  });

  test("an id of another network's host is replaced by a new one, without refusal", async () => {
    const foreign = await world.prisma.host.create({ data: { networkId: world.strangerNetworkId, name: 'x' } });
    const { status, body } = await report({ id: foreign.id, name: 'own' });
    expect([status, body.data.name]).toEqual([200, 'own']);
    expect(body.data.id).not.toBe(foreign.id);
    expect(await world.prisma.host.findUnique({ where: { id: foreign.id } })).toEqual(foreign);
  });

  test('401, 403: callers that are no daemon of the network, and daemons on standby', async () => {
    const readRefusal = async (caller: Pick<DaemonCaller, 'rest'>, network_id = world.networkId) => {
      const { status, body } = await report({ network_id }, {}, caller);
      return [status, body.code];
    };
    expect(await readRefusal(world.anonymous)).toEqual([401, 'auth_not_authenticated']);
    expect(await readRefusal(world.owner)).toEqual([403, 'auth_daemon_required']);
    expect(await readRefusal(daemon, world.otherNetworkId)).toEqual([403, 'daemon_network_mismatch']);
    expect(await readRefusal(await world.addDaemon({ standby: true }))).toEqual([403, 'daemon_standby']);
  });
});
