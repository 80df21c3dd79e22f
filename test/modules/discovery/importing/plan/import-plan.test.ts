// Importing over REST and GraphQL: a file results in a plan, which is applied once or not at all, by a caller with the
// necessary rights.
import { RowsAside } from '../../../../../src/platform/process/rows-aside';
import { randomUUID } from 'node:crypto';
import { sweepImportPlans } from '../../../../../src/modules/discovery/importing/plan/import-plans.sql';
import { eventually } from '../../../../support/eventually';
import { enterOwnTemporary, leaveOwnTemporary, temporaryFiles } from '../../../../support/temporary';
import { createMigratedDatabase, type OwnDatabase } from '../../../../support/own-database';
import { createWorld, type Caller, type World } from '../../../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let database: OwnDatabase;
let world: World;
let networkId: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url, QUERY_COST_MAXIMUM: '100000000' });
});
beforeEach(async () => {
  networkId = await newNetwork();
  // The number of plans of an organization is limited, so the plans of earlier tests are deleted.
  await world.prisma.importPlan.deleteMany({ where: { organizationId: world.organizationId } });
});
beforeAll(enterOwnTemporary);
afterAll(leaveOwnTemporary);
afterAll(async () => {
  await world.stop();
  await database.drop();
});

async function newNetwork(): Promise<string> {
  const { organizationId, owner } = world;
  const { body } = await owner.rest.post('/networks', { name: 'Imports', organization_id: organizationId, tags: [] });
  return body.data.id;
}

const host = (n: number, ports = '') => `<host><status state="up" reason="syn-ack"/>
<address addr="10.7.${Math.floor(n / 200)}.${(n % 200) + 1}" addrtype="ipv4"/>
<address addr="00:1B:21:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}" addrtype="mac" vendor="Intel"/>
<hostnames><hostname name="host-${n}.example" type="PTR"/></hostnames>
<ports><port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/><service name="ssh" product="OpenSSH" version="9.6" method="probed" conf="10"/></port>${ports}</ports></host>`;
const nmap = (hosts: readonly string[]) =>
  `<?xml version="1.0"?>\n<nmaprun scanner="nmap" version="7.95">\n${hosts.join('\n')}\n<runstats/></nmaprun>\n`;
const nmapOf = (count: number) => nmap(Array.from({ length: count }, (_one, n) => host(n)));

async function send(caller: Caller, path: string, file: string | FormData): Promise<{ status: number; body: Json }> {
  if (typeof file === 'string')
    return caller.send('POST', `/api/v1${path}`, {
      rawBody: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const headers = { cookie: `session_id=${caller.credential.session}` };
  const response = await fetch(`${world.url}/api/v1${path}`, { method: 'POST', headers, body: file });
  return { status: response.status, body: await response.json() };
}

async function plan(file: string, { caller = world.owner, name = 'scan.xml', more = '' } = {}): Promise<Json> {
  const { status, body } = await send(caller, `/imports?network_id=${networkId}&file_name=${name}${more}`, file);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}
async function apply(id: string, caller: Caller = world.owner) {
  return caller.rest.post(`/imports/${id}/apply`);
}
async function importFile(file: string, name?: string): Promise<Json> {
  const createdPlan = await plan(file, { ...(name && { name }) });
  const { status, story } = await apply(createdPlan.id);
  if (status !== 200) throw new Error(story);
  return createdPlan;
}
const counts = ({ created, changed, matched, refused }: Json) => ({ created, changed, matched, refused });
const rowsOf = async (id: string): Promise<Json[]> =>
  (await world.owner.rest.get(`/imports/${id}/rows?limit=0`)).body.data;
const inventoryOf = async (id: string) => {
  const where = { networkId: id };
  const { prisma } = world;
  return JSON.stringify(
    [
      await prisma.host.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.ipAddress.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.port.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.service.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.binding.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.interface.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.subnet.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.vlan.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.interfaceVlan.findMany({ where, orderBy: { id: 'asc' } }),
      await prisma.neighborEvidence.findMany({ where, orderBy: { id: 'asc' } }),
    ],
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
};

describe('an import plan', () => {
  it('lists each row to create, and applying it creates them with the file as source', async () => {
    const importedPlan = await importFile(nmapOf(3));
    expect(counts(importedPlan)).toEqual({ created: 4, changed: 0, matched: 0, refused: 0 });
    const rows = await rowsOf(importedPlan.id);
    expect(rows.map(({ kind, action, name, line }) => [kind, action, name, line])).toEqual([
      ['Subnet', 'Create', '10.7.0.0/24', 3],
      ['Host', 'Create', 'host-0.example', 3],
      ['Host', 'Create', 'host-1.example', 8],
      ['Host', 'Create', 'host-2.example', 13],
    ]);
    const { body } = await world.owner.rest.get(`/hosts?network_id=${networkId}`);
    const first = body.data.find(({ name }: Json) => name === 'host-0.example');
    expect(first.source).toMatchObject({ type: 'Imported', details: { reason: 'scan.xml' } });
    expect(first.manufacturer).toBe('Intel');
    expect(first.ip_addresses[0]).toMatchObject({ ip_address: '10.7.0.1', mac_address: '00:1b:21:00:00:00' });
    expect(first.services.map(({ name }: Json) => name)).toContain('OpenSSH');
    expect(first.services[0].bindings).toHaveLength(1);
  });

  it('of the same file again changes nothing, and applying it neither', async () => {
    await importFile(nmapOf(5));
    const before = await inventoryOf(networkId);
    const again = await importFile(nmapOf(5), 'other-name.xml');
    expect(counts(again)).toEqual({ created: 0, changed: 0, matched: 5, refused: 0 });
    expect(await inventoryOf(networkId)).toBe(before);
  });

  it('is the same through GraphQL, which accepts the file in the document', async () => {
    const document = `mutation ($input: PlanImportInput!) { planImport(input: $input) { id created rows(first: 2) { totalCount nodes { kind action } } } }`;
    const input = { networkId, fileName: 'scan.xml', file: nmapOf(2) };
    const { body } = await world.owner.graphql(document, { input });
    expect(body.data.planImport).toMatchObject({
      created: 3,
      rows: {
        totalCount: 3,
        nodes: [
          { kind: 'Subnet', action: 'Create' },
          { kind: 'Host', action: 'Create' },
        ],
      },
    });
    const appliedReply = await world.owner.graphql(`mutation ($id: UUID!) { applyImport(planId: $id) { appliedAt } }`, {
      id: body.data.planImport.id,
    });
    expect(appliedReply.body.data.applyImport.appliedAt).not.toBeNull();
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(2);
  });

  it.each(['', '\ufeff'])(
    'of a text keeps its characters, whatever encoding its XML declares (mark: %j)',
    async (mark) => {
      const text = nmap([host(1).replace('host-1', 'büro-1')]).replace('1.0"', '1.0" encoding="iso-8859-1"');
      const document = `mutation ($input: PlanImportInput!) { planImport(input: $input) { rows(first: 2) { nodes { name } } } }`;
      const { body } = await world.owner.graphql(document, { input: { networkId, file: mark + text } });
      expect(body.data.planImport.rows.nodes).toContainEqual({ name: 'büro-1.example' });
    },
  );

  it('can be uploaded by a form with one file, not with two', async () => {
    const form = new FormData();
    form.append('file', new Blob([nmapOf(1)]), 'upload.xml');
    const { status, body } = await send(world.owner, `/imports?network_id=${networkId}`, form);
    expect([status, body.data?.file_name]).toEqual([200, 'upload.xml']);
    form.append('file', new Blob([nmapOf(1)]), 'second.xml');
    const second = await send(world.owner, `/imports?network_id=${networkId}`, form);
    expect([second.status, second.body.code]).toEqual([400, 'validation_invalid_format']);
    const none = await send(world.owner, `/imports?network_id=${networkId}`, new FormData());
    expect(none.status).toBe(400);
  });

  it('is written once even if it is applied twice', async () => {
    const importedPlan = await importFile(nmapOf(2));
    const before = await inventoryOf(networkId);
    expect((await apply(importedPlan.id)).status).toBe(200);
    expect(await inventoryOf(networkId)).toBe(before);
  });
});

describe('every format', () => {
  const files: Readonly<Record<string, string>> = {
    dnsmasq: `${Math.floor(Date.now() / 1000) + 3600} 00:1b:21:aa:00:01 10.9.0.5 printer *\n`,
    'Kea leases': `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id\n10.9.0.5,00:1b:21:aa:00:01,,3600,${Math.floor(Date.now() / 1000) + 3600},1,0,0,printer,0,,0\n`,
    'ISC leases': `lease 10.9.0.5 {\n  starts 1 2026/01/05 10:00:00;\n  ends never;\n  binding state active;\n  hardware ethernet 00:1b:21:aa:00:01;\n  client-hostname "printer";\n}\n`,
    'ip neigh': `[{"dst":"10.9.0.5","dev":"eth0","lladdr":"00:1b:21:aa:00:01","state":["REACHABLE"]}]`,
    'a CSV export': `id,name,hostname,sys_object_id\n${randomUUID()},printer,printer.example,\n`,
  };
  it.each(Object.keys(files))('%s is planned and applied; planned again, it changes nothing', async (name) => {
    const importedPlan = await importFile(files[name]!, 'file');
    expect(importedPlan.created).toBeGreaterThan(0);
    const before = await inventoryOf(networkId);
    const again = await importFile(files[name]!, 'file');
    expect({ ...counts(again), matched: 0 }).toEqual({ created: 0, changed: 0, matched: 0, refused: 0 });
    expect(await inventoryOf(networkId)).toBe(before);
  });

  it('lldpcli needs the machine, and stores its neighbours as evidence', async () => {
    const file = JSON.stringify({
      lldp: {
        interface: {
          eth0: {
            via: 'LLDP',
            chassis: { sw1: { id: { type: 'mac', value: '00:1b:21:bb:00:01' } } },
            port: { id: { type: 'ifname', value: 'Gi0/1' } },
          },
        },
      },
    });
    const refusedReply = await send(world.owner, `/imports?network_id=${networkId}`, file);
    expect([refusedReply.status, refusedReply.body.code, refusedReply.body.params.problem]).toEqual([
      400,
      'import_file_invalid',
      'host_required',
    ]);
    const createdPlan = await plan(file, { more: '&host=server-1' });
    expect((await apply(createdPlan.id)).status).toBe(200);
    const [evidence] = await world.prisma.neighborEvidence.findMany({ where: { networkId } });
    expect(evidence).toMatchObject({ protocol: 'LLDP', lldpPortIdValue: 'Gi0/1' });
    expect(counts(await plan(file, { more: '&host=server-1' }))).toEqual({
      created: 0,
      changed: 0,
      matched: 1,
      refused: 0,
    });
  });
});

describe("the exports of a network's lists", () => {
  const lists = ['hosts', 'ip-addresses', 'ports', 'services', 'interfaces', 'subnets', 'vlans'] as const;

  /** Creates two hosts with parts of every kind, of which several are hard to tell apart. */
  async function fillNetwork(): Promise<void> {
    const { prisma, organizationId } = world;
    const lan = { networkId, subnetType: 'Lan', sourceType: 'Manual' } as const;
    const subnets = [
      await prisma.subnet.create({ data: { ...lan, cidr: '10.9.0.0/24', name: 'lan' } }),
      await prisma.subnet.create({ data: { ...lan, cidr: '10.9.0.0/24', name: 'blue', namespace: 'blue' } }),
      await prisma.subnet.create({ data: { ...lan, cidr: 'fe80::/64', name: 'links' } }),
      await prisma.subnet.findFirstOrThrow({ where: { networkId, subnetType: 'Remote' } }),
    ];
    await prisma.vlan.create({ data: { networkId, organizationId, vlanNumber: 7, name: 'phones' } });
    for (const [at, sourceType] of (['Manual', 'Imported'] as const).entries()) {
      // Both hosts have the same name, and each has one MAC address at two ports and several addresses.
      const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'server', sourceType } });
      const macAddress = `00:1b:21:00:09:0${at}`;
      const ips = [`10.9.0.${at + 1}`, `10.9.0.${at + 1}`, `fe80::${at + 1}`, `192.168.9.${at + 1}`];
      await prisma.ipAddress.createMany({
        data: ips.map((ipAddress, position) => ({
          ...{ networkId, hostId, ipAddress, position, macAddress, subnetId: subnets[position]!.id },
          subnetCidr: subnets[position]!.cidr,
        })),
      });
      await prisma.interface.createMany({
        data: [
          { networkId, hostId, ifIndex: 1, ifName: 'eth0', macAddress, macAddressSource: 'Snmp', speedBps: 10n ** 10n },
          { networkId, hostId, ifIndex: 2, ifDescr: 'lo', macAddress, adminStatus: 'Up', operStatus: 'Down' },
        ],
      });
      const ports = [22, 80, 9000].map((number) => ({
        id: randomUUID(),
        networkId,
        hostId,
        number,
        protocol: 'Tcp' as const,
      }));
      await prisma.port.createMany({ data: ports });
      const software = ['SSH', 'my app', 'my app', 'other app', 'Docker Container', 'nginx', 'Docker'];
      const services = software.map((serviceDefinition, position) => ({
        ...{ id: randomUUID(), networkId, hostId, serviceDefinition, position },
        // A service may have no name.
        name: serviceDefinition === 'nginx' ? '' : `${serviceDefinition} of all`,
      }));
      await prisma.service.createMany({ data: services });
      // No service has port 9000.
      await prisma.binding.createMany({
        data: [
          { networkId, hostId, serviceId: services[0]!.id, portId: ports[0]!.id },
          { networkId, hostId, serviceId: services[1]!.id, portId: ports[1]!.id },
        ],
      });
      // The bridges of both container runtimes have the same prefix and addresses.
      const cidr = '172.17.0.0/16';
      const ofRuntime = { subnetType: 'DockerBridge', virtualizationServiceId: services[6]!.id } as const;
      const bridge = await prisma.subnet.create({ data: { networkId, name: 'bridge', cidr, ...ofRuntime } });
      await prisma.ipAddress.createMany({
        data: ['172.17.0.1', '172.17.0.2'].map((ipAddress, index) => ({
          ...{ networkId, hostId, ipAddress, position: ips.length + index },
          ...{ subnetId: bridge.id, subnetCidr: cidr, macAddress: `02:42:00:00:0${at}:0${index}` },
        })),
      });
    }
  }

  it('change nothing if they are imported into the network', async () => {
    await fillNetwork();
    const before = JSON.parse(await inventoryOf(networkId)) as unknown;
    for (const list of lists) {
      const exported = await world.owner.rest.get(`/${list}/export/csv?network_id=${networkId}`);
      expect(exported.status).toBe(200);
      const rows = await rowsOf((await importFile(exported.body as string, `${list}.csv`)).id);
      // The export of subnets does not name the runtimes of container bridges, so their rows are left out.
      const others = rows.filter(({ action, code }) => action !== 'Match' && code !== 'container_bridge');
      expect({ list, rows: others }).toEqual({ list, rows: [] });
      expect({ list, inventory: JSON.parse(await inventoryOf(networkId)) as unknown }).toEqual({
        list,
        inventory: before,
      });
    }
  });

  it('store a service once that was deleted since, and the values that were edited in them', async () => {
    await fillNetwork();
    const exported = await world.owner.rest.get(`/services/export/csv?network_id=${networkId}`);
    const ofApp = { networkId, serviceDefinition: 'other app', host: { sourceType: 'Manual' as const } };
    await world.prisma.service.deleteMany({ where: ofApp });
    expect(await world.prisma.service.count({ where: { networkId } })).toBe(13);
    for (const created of [14, 14, 14]) {
      await importFile(exported.body as string, 'services.csv');
      expect(await world.prisma.service.count({ where: { networkId } })).toBe(created);
    }
    const addresses = await world.owner.rest.get(`/ip-addresses/export/csv?network_id=${networkId}`);
    const [header, ...lines] = (addresses.body as string).trimEnd().split('\r\n');
    const nameAt = header!.split(',').indexOf('name');
    const edited = lines.map((line) =>
      line
        .split(',')
        .map((cell, at) => (at === nameAt ? 'uplink' : cell))
        .join(','),
    );
    await importFile([header, ...edited].join('\r\n'), 'addresses.csv');
    expect(await world.prisma.ipAddress.count({ where: { networkId, name: 'uplink' } })).toBe(12);
    await importFile([header, ...edited].join('\r\n').replaceAll('uplink', 'downlink'), 'addresses.csv');
    const named = await world.prisma.ipAddress.findMany({ where: { networkId }, include: { host: true } });
    expect(new Set(named.map(({ name, host }) => `${host.sourceType} ${name}`))).toEqual(
      new Set(['Manual uplink', 'Imported downlink']),
    );
  });
});

describe('namespaces', () => {
  const neighbour = (mac: string) => `[{"dst":"10.9.0.5","dev":"eth0","lladdr":"${mac}","state":["REACHABLE"]}]`;

  it('an import creates rows in its namespace; an address in two namespaces needs one to name a machine', async () => {
    await importFile(neighbour('00:1b:21:aa:00:01'));
    const createdPlan = await plan(neighbour('00:1b:21:aa:00:02'), { more: '&namespace=blue' });
    expect([createdPlan.namespace, counts(createdPlan)]).toEqual([
      'blue',
      { created: 2, changed: 0, matched: 0, refused: 0 },
    ]);
    expect((await apply(createdPlan.id)).status).toBe(200);
    const subnets = await world.prisma.subnet.findMany({
      where: { networkId, sourceType: 'Imported' },
      orderBy: { namespace: 'asc' },
      include: { ipAddresses: true },
    });
    expect(subnets.map(({ cidr, namespace, ipAddresses }) => [cidr, namespace, ipAddresses[0]!.macAddress])).toEqual([
      ['10.9.0.0/24', '', '00:1b:21:aa:00:01'],
      ['10.9.0.0/24', 'blue', '00:1b:21:aa:00:02'],
    ]);
    const again = await plan(neighbour('00:1b:21:aa:00:02'), { more: '&namespace=blue' });
    expect(counts(again)).toEqual({ created: 0, changed: 0, matched: 1, refused: 0 });

    const receivedJson = JSON.stringify({
      lldp: {
        interface: { eth0: { via: 'LLDP', chassis: { sw1: {} }, port: { id: { type: 'ifname', value: 'p1' } } } },
      },
    });
    const unclear = await plan(receivedJson, { more: '&host=10.9.0.5' });
    expect(await rowsOf(unclear.id)).toMatchObject([{ action: 'Refuse', code: 'ambiguous_address', name: '10.9.0.5' }]);
    const clear = await plan(receivedJson, { more: '&host=10.9.0.5&namespace=blue' });
    const { hostId } = subnets[1]!.ipAddresses[0]!;
    expect(await rowsOf(clear.id)).toMatchObject([{ kind: 'Host', action: 'Change', entity_id: hostId }]);
  });
});

describe('differences', () => {
  const lease = (mac: string, ip: string, name: string) => `0 ${mac} ${ip} ${name} *\n`;

  it('show the stored value, and whether it is replaced or kept', async () => {
    const mac = '00:1b:21:aa:00:01';
    await importFile(lease(mac, '10.9.0.5', 'printer'));
    const changedPlan = await plan(lease(mac, '10.9.0.5', 'scanner'));
    const renamedDifference = { field: 'hostname', part: null, before: 'printer', after: 'scanner' };
    expect(await rowsOf(changedPlan.id)).toMatchObject([
      { action: 'Change', fields: ['hostname'], differences: [{ ...renamedDifference, is_kept: false }] },
    ]);
    await world.prisma.host.updateMany({ where: { networkId }, data: { sourceType: 'Manual', sourceReason: null } });
    const keptPlan = await plan(lease(mac, '10.9.0.5', 'scanner'));
    const { hostId } = await world.prisma.ipAddress.findFirstOrThrow({ where: { networkId } });
    expect(await rowsOf(keptPlan.id)).toMatchObject([
      {
        ...{ kind: 'Host', action: 'Refuse', code: 'value_kept', entity_id: hostId, fields: ['hostname'] },
        differences: [{ ...renamedDifference, is_kept: true }],
      },
    ]);
    const before = await inventoryOf(networkId);
    expect((await apply(keptPlan.id)).status).toBe(200);
    expect(await inventoryOf(networkId)).toBe(before);
  });

  it('two entries for one host name each other, with the values that differ', async () => {
    const mac = '00:1b:21:aa:00:01';
    const createdPlan = await plan(
      lease(mac, '10.9.0.5', 'printer') + lease(mac, '10.9.0.6', 'printer') + lease(mac, '10.9.0.5', 'scanner'),
    );
    const [, ...rows] = await rowsOf(createdPlan.id);
    expect(rows).toMatchObject([
      { line: 1, action: 'Create', same_as_line: null, differences: [] },
      {
        ...{ line: 2, action: 'Change', same_as_line: 1 },
        differences: [{ field: 'ipAddresses', before: null, after: '10.9.0.6', is_kept: false }],
      },
      {
        ...{ line: 3, action: 'Refuse', code: 'file_contradicts', same_as_line: 1 },
        differences: [{ field: 'hostname', before: 'printer', after: 'scanner', is_kept: true }],
      },
    ]);
    const vlans = 'vlan_number,name\n10,servers\n10,guests\n10,servers\n';
    expect(await rowsOf((await plan(vlans)).id)).toMatchObject([
      { line: 2, action: 'Create', same_as_line: null },
      { line: 3, action: 'Refuse', code: 'file_contradicts', same_as_line: 2 },
      { line: 4, action: 'Match', same_as_line: 2 },
    ]);
  });

  it('a forwarding table becomes evidence of its ports, once', async () => {
    const file = JSON.stringify([{ mac: '00:1b:21:aa:00:05', ifname: 'swp1', state: '', flags: [] }]);
    const createdPlan = await plan(file, { more: '&host=switch-1' });
    expect((await apply(createdPlan.id)).status).toBe(200);
    const { fdbMacs, forwardingEvidence } = await world.prisma.interface.findFirstOrThrow({
      where: { networkId },
      include: { forwardingEvidence: true },
    });
    expect([fdbMacs, forwardingEvidence?.reason]).toEqual([['00:1b:21:aa:00:05'], 'Pending']);
    const again = await plan(file, { more: '&host=switch-1' });
    expect(counts(again)).toEqual({ created: 0, changed: 0, matched: 1, refused: 0 });
    const newer = await plan(file.replace('00:05', '00:06'), { more: '&host=switch-1' });
    expect(await rowsOf(newer.id)).toMatchObject([
      { differences: [{ field: 'fdbMacs', part: 'swp1', before: '00:1b:21:aa:00:05', after: '00:1b:21:aa:00:06' }] },
    ]);
  });

  it('a machine is found by its name in another Unicode form', async () => {
    await world.prisma.host.create({ data: { networkId, name: 'Zürich'.normalize('NFD'), sourceType: 'Manual' } });
    const file = JSON.stringify([{ mac: '00:1b:21:aa:00:05', ifname: 'swp1', state: '' }]);
    const createdPlan = await plan(file, { more: `&host=${encodeURIComponent('Zürich')}` });
    expect(await rowsOf(createdPlan.id)).toMatchObject([{ kind: 'Host', action: 'Change' }]);
  });
});

describe('a cable documented in NetBox', () => {
  const line = (netbox: string, object: object) => `${JSON.stringify({ netbox, object })}\n`;
  const port = (id: number, far?: [device: string, name: string]) =>
    line('dcim/interfaces', {
      ...{ id, device: { id, name: `sw-${id}` }, name: 'eth1' },
      ...(far && {
        ...{ connected_endpoints_type: 'dcim.interface', connected_endpoints_reachable: true },
        connected_endpoints: [{ device: { name: far[0] }, name: far[1] }],
      }),
    });
  const devices = [1, 2, 3].map((id) => line('dcim/devices', { id, name: `sw-${id}` })).join('');
  const document = `query ($id: UUID!) { interfaces(networkId: $id, orderBy: [{ field: createdAt, direction: asc }], first: 9) { nodes {
    ifName host { name } neighbors { basis remoteInterface { host { name } } }
    documentedLinks { remoteHostName remotePortName sourceName state message remoteInterface { host { name } } } } } }`;
  const linksOf = async () => {
    const { interfaces } = await world.owner.query(document, { id: networkId });
    return interfaces.nodes
      .map(({ host, neighbors, documentedLinks }: Json) => [
        host.name,
        neighbors.map(({ basis, remoteInterface }: Json) => `${basis} ${remoteInterface.host.name}`),
        documentedLinks.map(({ state, remoteHostName }: Json) => `${state} ${remoteHostName}`),
      ])
      .sort();
  };

  it('is a link at once, follows the next import, and is confirmed or contradicted by reports', async () => {
    const cabledFile = devices + port(1, ['sw-2', 'eth1']) + port(2, ['sw-1', 'eth1']) + port(3);
    await importFile(cabledFile, 'netbox');
    expect(await linksOf()).toEqual([
      ['sw-1', ['Documented sw-2'], ['Documented sw-2']],
      ['sw-2', ['Documented sw-1'], ['Documented sw-1']],
      ['sw-3', [], []],
    ]);
    const { body } = await world.owner.rest.get(`/interfaces?network_id=${networkId}`);
    expect(body.data.flatMap((one: Json) => one.documented_links).map(({ state }: Json) => state)).toEqual([
      'Documented',
      'Documented',
    ]);
    expect(counts(await importFile(cabledFile, 'netbox'))).toMatchObject({ created: 0, changed: 0, refused: 0 });

    const movedPlan = await importFile(devices + port(1, ['sw-3', 'eth1']) + port(2) + port(3), 'netbox');
    expect((await rowsOf(movedPlan.id)).filter(({ action }) => action === 'Change')).toMatchObject([
      { name: 'sw-1', differences: [{ field: 'cables', part: 'eth1', before: 'sw-2 eth1', after: 'sw-3 eth1' }] },
      { name: 'sw-2', differences: [{ field: 'cables', part: 'eth1', before: 'sw-1 eth1', after: null }] },
    ]);
    expect(await linksOf()).toEqual([
      ['sw-1', ['Documented sw-3'], ['Documented sw-3']],
      ['sw-2', [], []],
      ['sw-3', [], []],
    ]);

    const { id: interfaceId } = await world.prisma.interface.findFirstOrThrow({
      where: { networkId, host: { name: 'sw-1' } },
    });
    const record = { networkId, interfaceId, protocol: 'LLDP', lldpPortIdSubtype: 'InterfaceName' } as const;
    await world.prisma.host.updateMany({ where: { networkId, name: 'sw-2' }, data: { sysName: 'sw-2' } });
    await world.prisma.neighborEvidence.create({ data: { ...record, lldpSysName: 'sw-2', lldpPortIdValue: 'eth1' } });
    // The LLDP record of sw-2 was stored without resolving links. Importing a changed file resolves them: this file
    // documents the cable from sw-1 to sw-3 at both ends, while LLDP reports sw-2 at the same port of sw-1.
    await importFile(devices + port(1, ['sw-3', 'eth1']) + port(2) + port(3, ['sw-1', 'eth1']), 'netbox');
    expect(await linksOf()).toEqual([
      ['sw-1', ['LLDP sw-2'], ['Contradicted sw-3']],
      ['sw-2', [], []],
      ['sw-3', [], ['Contradicted sw-1']],
    ]);
  });
});

describe('rank of sources', () => {
  it.each([
    ['Manual', 'by hand', 'Manual'],
    ['Discovery', 'by hand', 'Discovery'],
    ['Imported', 'host-0.example', 'Imported'],
    ['Inferred', 'host-0.example', 'Imported'],
  ] as const)('the hostname of a %s host is then %s', async (sourceType, hostname, after) => {
    await importFile(nmapOf(1));
    const { id } = await world.prisma.host.findFirstOrThrow({ where: { networkId } });
    const data = { sourceType, sourceReason: null, hostname: 'by hand', manufacturer: null };
    await world.prisma.host.update({ where: { id }, data });
    const importedPlan = await importFile(nmapOf(1));
    expect(importedPlan.changed).toBe(1);
    const storedHost = await world.prisma.host.findUniqueOrThrow({ where: { id } });
    expect([storedHost.hostname, storedHost.sourceType, storedHost.manufacturer]).toEqual([hostname, after, 'Intel']);
  });

  it('an address found by a scan is kept, and the imported one is added', async () => {
    await importFile(nmapOf(1));
    await world.prisma.host.updateMany({ where: { networkId }, data: { sourceType: 'Discovery', sourceReason: null } });
    await importFile(nmap([host(0).replace('10.7.0.1', '10.7.0.9')]));
    const addresses = await world.prisma.ipAddress.findMany({ where: { networkId }, orderBy: { position: 'asc' } });
    expect(addresses.map(({ ipAddress }) => ipAddress)).toEqual(['10.7.0.1', '10.7.0.9']);
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(1);
  });
});

it('a host whose last service and address have the highest position gets more of both', async () => {
  await importFile(nmapOf(1));
  const data = { position: 2 ** 31 - 1 };
  await world.prisma.service.updateMany({ where: { networkId }, data });
  await world.prisma.ipAddress.updateMany({ where: { networkId }, data });
  await world.prisma.host.updateMany({ where: { networkId }, data: { sourceType: 'Discovery', sourceReason: null } });
  const ports = [80, 8080].map(
    (number) => `<port protocol="tcp" portid="${number}"><state state="open"/><service name="s${number}"/></port>`,
  );
  await importFile(nmap([host(0, ports.join('')).replace('10.7.0.1', '10.7.0.9')]));
  const positions = { where: { networkId }, select: { position: true } };
  expect(await world.prisma.service.findMany(positions)).toEqual([data, data, data]);
  expect(await world.prisma.ipAddress.findMany(positions)).toEqual([data, data]);
});

describe('changes since the plan', () => {
  it('a matched row that was changed gives 409, and nothing is written', async () => {
    await importFile(nmapOf(2));
    const createdPlan = await plan(nmapOf(3));
    const first = await world.prisma.host.findFirstOrThrow({ where: { networkId, hostname: 'host-1.example' } });
    const changedColumns = { description: 'moved', updatedAt: new Date() };
    await world.prisma.host.update({ where: { id: first.id }, data: changedColumns });
    const before = await inventoryOf(networkId);
    const { status, body } = await apply(createdPlan.id);
    expect([status, body.code, body.params]).toEqual([409, 'entity_changed', { entity: 'Host', id: first.id }]);
    expect(await inventoryOf(networkId)).toBe(before);
    const { body: still } = await world.owner.rest.get(`/imports/${createdPlan.id}`);
    expect(still.data.applied_at).toBeNull();
  });

  it('a row to create that exists by then gives 409', async () => {
    const createdPlan = await plan(nmapOf(1));
    await importFile(nmapOf(1));
    const { status, body } = await apply(createdPlan.id);
    expect([status, body.code]).toEqual([409, 'entity_changed']);
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(1);
  });

  it('of two plans of one file applied at once, one is applied', async () => {
    const plans = [await plan(nmapOf(20)), await plan(nmapOf(20))];
    const statuses = await Promise.all(plans.map(async ({ id }) => (await apply(id)).status));
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(20);
  });

  it('more simultaneous plans than a user may have give 429, and room later', async () => {
    const post = () =>
      world.owner.send('POST', `/api/v1/imports?network_id=${networkId}`, {
        rawBody: Buffer.from(nmapOf(1000)),
        headers: { 'content-type': 'application/octet-stream' },
      });
    const replies = await Promise.all(Array.from({ length: 6 }, post));
    const refusedReplies = replies.filter(({ status }) => status !== 200);
    expect(refusedReplies.length).toBeGreaterThan(0);
    expect(refusedReplies.length).toBeLessThanOrEqual(3);
    for (const { status, body, headers } of refusedReplies)
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limit_exceeded', '5']);
    expect((await post()).status).toBe(200);
  });

  it('a plan expires after an hour with 403, and is then deleted', async () => {
    const createdPlan = await plan(nmapOf(1));
    await world.prisma.importPlan.update({
      where: { id: createdPlan.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const { status, body } = await apply(createdPlan.id);
    expect([status, body.code]).toEqual([403, 'entity_expired']);
    const rows = new RowsAside((error) => {
      throw error;
    });
    await sweepImportPlans(world.prisma, new Date(), rows);
    expect((await apply(createdPlan.id)).status).toBe(404);
    expect(await world.prisma.importPlanRow.count({ where: { planId: createdPlan.id } })).toBe(0);
  });
});

describe('rights', () => {
  it('only its author can see or apply a plan; Viewers and strangers cannot create one', async () => {
    const createdPlan = await plan(nmapOf(1));
    for (const caller of [world.admin, world.member, world.stranger]) {
      expect((await caller.rest.get(`/imports/${createdPlan.id}`)).status).toBe(404);
      expect((await caller.rest.get(`/imports/${createdPlan.id}/rows`)).status).toBe(404);
      expect((await apply(createdPlan.id, caller)).status).toBe(404);
    }
    expect((await send(world.viewer, `/imports?network_id=${networkId}`, nmapOf(1))).status).toBe(403);
    for (const caller of [world.stranger, world.narrowKey]) {
      const { status, body } = await send(caller, `/imports?network_id=${networkId}`, nmapOf(1));
      expect([status, body.code]).toEqual([403, 'entity_access_denied']);
    }
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(0);
  });

  it('an organization has a limited number of plans', async () => {
    const { organizationId, admin } = world;
    const data = { organizationId, networkId, userId: admin.userId, fileName: 'a', expiresAt: new Date() };
    await world.prisma.importPlan.createMany({ data: Array.from({ length: 20 }, () => data) });
    const { status, body } = await send(world.owner, `/imports?network_id=${networkId}`, nmapOf(1));
    expect([status, body.code, body.params]).toEqual([409, 'import_plans_exceeded', { max: 20 }]);
  });

  it('a user has at most five plans, the newest', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await plan(nmapOf(1))).id);
    const statuses = await Promise.all(ids.map(async (id) => (await world.owner.rest.get(`/imports/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
  });
});

describe('invalid and hostile files', () => {
  const nothingIsLeft = () => eventually(() => Promise.resolve(temporaryFiles().length === 0));
  it.each([
    ['nothing', '', 'empty', 1],
    ['no known format', 'hello\n', 'unknown_format', 1],
    ['half a file', 'lease 10.0.0.1 {\n  ends never;\n', 'truncated', 1],
    [
      'entities of its own',
      `<?xml version="1.0"?>\n<!DOCTYPE nmaprun [<!ENTITY a "b">]>\n<nmaprun>&a;</nmaprun>`,
      'entities_refused',
      2,
    ],
  ])('%s: 400 with the line, and nothing is left behind', async (_name, file, problem, line) => {
    const { status, body } = await send(world.owner, `/imports?network_id=${networkId}`, file);
    expect([status, body.code, body.params.problem]).toEqual([400, 'import_file_invalid', problem]);
    if (line !== undefined) expect(body.params.line).toBe(line);
    expect(await world.prisma.importPlan.count({ where: { networkId } })).toBe(0);
    await nothingIsLeft();
  });

  it('more than 64 MB are refused before they are read, and so is an invalid network', async () => {
    const big = 'x'.repeat(64 * 1024 * 1024 + 1);
    const { status, body } = await send(world.owner, `/imports?network_id=${networkId}`, big);
    expect([status, body.code, body.params]).toEqual([413, 'payload_too_large', { max_bytes: 67_108_864 }]);
    for (const [query, code] of [
      ['', 'validation_required'],
      ['network_id=x', 'validation_invalid_format'],
      [`network_id=${networkId}&format=Word`, 'validation_invalid_format'],
    ] as const)
      expect((await send(world.owner, `/imports?${query}`, nmapOf(1))).body.code).toBe(code);
    await nothingIsLeft();
  });
});

it('planning and applying take as many statements for twenty hosts as for two hundred', async () => {
  const statementsOf = async (count: number) => {
    networkId = await newNetwork();
    let createdPlan: Json;
    const planStatements = await world.queries.during(async () => (createdPlan = await plan(nmapOf(count))));
    const applyStatements = await world.queries.during(() => apply(createdPlan.id));
    return [planStatements.length, applyStatements.length];
  };
  expect(await statementsOf(200)).toEqual(await statementsOf(20));
});
