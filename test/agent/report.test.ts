// Reports of the agent: bodies match the published API schema, machines are told apart, and data that the agent has not
// read is not reported as complete.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { serviceDefinitions } from '../../src/modules/inventory/shared/service-definitions';
import { replaceVlanNumbers } from '../../src/agent/protocol/deliver';
import { buildHostReport, chooseName } from '../../src/agent/report/host-report';
import { hostsOnlyInArp, groupMachines, type Machine } from '../../src/agent/report/machines';
import { collectOwnMachine, splitOwnMachine } from '../../src/agent/report/own-machine';
import { SubnetPlan } from '../../src/agent/report/subnets';
import { lookUpVendor } from '../../src/agent/report/vendors';
import {
  parseAlternativeNames,
  parseCertificate,
  extractCertificateFacts,
  type CertificateDetails,
} from '../../src/agent/sources/scan/certificate';
import { cleanLine, parseHttp, redirectPath } from '../../src/agent/sources/scan/http';
import type { PortFinding } from '../../src/agent/sources/scan/probe';
import { parseIpNeigh, parseProcArp } from '../../src/agent/sources/scan/neighbors';
import { identify } from '../../src/agent/services/identify';
import { guesses, signatures } from '../../src/agent/services/signatures';
import { parseScannedIds, parseVlanIds, parseWorkAnswer } from '../../src/agent/protocol/wire';
import { Credentials, toSnmpCredential } from '../../src/agent/credentials';
import type { DeviceFacts, InterfaceFacts } from '../../src/agent/sources/snmp';
import { certificate } from './support/certificate';

const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'api');
const isReport = ajv.getSchema('api#/components/schemas/CreateHostDiscoveryRequest')!;
const networkId = '6f0cbd8e-2f5c-4a3e-8d2f-0123456789ab';

const device = (facts: Partial<DeviceFacts> = {}): DeviceFacts => ({
  ...{
    system: {},
    interfaces: [],
    addresses: [],
    arp: [],
    routes: [],
    fhrpGroups: [],
    routingNeighbors: [],
    wirelessClients: [],
    vlans: [],
    unplacedNeighbors: [],
    incomplete: [],
  },
  ...{ notes: [], hasNeighborTable: true },
  ...facts,
});
const port = (ifIndex: number, facts: Partial<InterfaceFacts> = {}): InterfaceFacts => ({
  ...{ ifIndex, taggedVlans: [], fdbMacs: [], neighbors: [] },
  ...facts,
});
const machine = (facts: Partial<Machine> = {}): Machine => ({
  ...{ addresses: [{ address: '10.0.0.5', ports: [] }], names: [], findings: [], services: [] },
  ...facts,
});
const noSubnets = new SubnetPlan([], [], []);
const secure = [{ address: '10.0.0.5', ports: [443] }];
const reportOf = (one: Machine, trustsPorts = false) =>
  replaceVlanNumbers(buildHostReport(one, { networkId, subnets: noSubnets, trustsPorts }), new Map([[10, networkId]]));

function expectTaken(body: unknown): void {
  // JSON.stringify omits undefined members, so `sentValue` equals the body that the agent sends.
  const sentValue: unknown = JSON.parse(JSON.stringify(body));
  if (!isReport(sentValue)) throw new Error(JSON.stringify(isReport.errors?.slice(0, 5)));
}

const text = fc.option(fc.string({ unit: 'binary', maxLength: 400 }), { nil: undefined });
const mac = fc
  .uint8Array({ minLength: 6, maxLength: 6 })
  .map((bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join(':'));
const anyPort = fc.record({
  ifIndex: fc.integer(),
  name: text,
  descr: text,
  alias: text,
  type: fc.option(fc.integer(), { nil: undefined }),
  speedBps: fc.option(fc.double(), { nil: undefined }),
  mac: fc.option(mac, { nil: undefined }),
  nativeVlan: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
  taggedVlans: fc.array(fc.constantFrom(10, 4095, 1)),
  fdbMacs: fc.array(mac, { maxLength: 5 }),
  neighbors: fc.array(
    fc.record({
      protocol: fc.constantFrom('LLDP' as const, 'LLDP-V2' as const, 'CDP' as const),
      localPort: fc.constant('resolved' as const),
      chassisId: fc.option(
        fc.record({ subtype: fc.constant('LocallyAssigned' as const), value: fc.string({ unit: 'binary' }) }),
        { nil: undefined },
      ),
      portId: fc.option(
        fc.record({ subtype: fc.constant('InterfaceName' as const), value: fc.string({ unit: 'binary' }) }),
        { nil: undefined },
      ),
      systemName: text,
      systemDescription: text,
      managementAddresses: fc.array(fc.ipV4(), { maxLength: 2 }),
      platform: text,
    }),
    { maxLength: 3 },
  ),
});

describe('the body of a host', () => {
  test('is accepted by the published API, whatever devices and names contain', () => {
    fc.assert(
      fc.property(
        fc.record({ name: text, descr: text, location: text, contact: text, objectId: text }),
        fc.record({ manufacturer: text, model: text, serialNumber: text }),
        fc.array(anyPort, { maxLength: 4 }),
        text,
        text,
        (system, entity, interfaces, chassisId, name) => {
          const facts = device({ system, entity, interfaces, chassisId });
          const names = name === undefined ? [] : [{ name, source: 'Mdns' as const }];
          expectTaken(reportOf(machine({ device: facts, names })));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('has the certificate of a port: that which expires first, none, or no word of it', () => {
    const details = (notAfter: string): CertificateDetails => ({
      ...{ alternativeNames: ['a.example'], notBefore: '2026-01-01T00:00:00.000Z', notAfter, isSelfSigned: false },
      fingerprint: 'ab'.repeat(32),
    });
    const certificateFinding = (notAfter: string) => ({
      port: 443,
      certificate: { names: [], details: details(notAfter) },
    });
    const of = (...findings: PortFinding[]) => {
      const report = reportOf(machine({ addresses: secure, findings }));
      expectTaken(report);
      return report.ports![0]!;
    };
    const [early, late] = ['2026-12-01T00:00:00.000Z', '2027-12-01T00:00:00.000Z'];
    const banner = Buffer.from('220 ready');
    expect(
      of(certificateFinding(late), certificateFinding(early), { port: 443, banner }, { port: 443 }).certificate,
    ).toEqual({
      ...{ alternative_names: ['a.example'], not_before: '2026-01-01T00:00:00.000Z', not_after: early },
      ...{ fingerprint: 'ab'.repeat(32), is_self_signed: false },
    });
    expect(of({ port: 443, banner }).certificate).toBeNull();
    for (const findings of [
      [],
      [{ port: 443 }],
      [{ port: 443, banner }, { port: 443 }],
      [{ port: 443, banner, certificate: { names: [] } }],
    ])
      expect(of(...findings)).not.toHaveProperty('certificate');
  });

  test('has each port once, and services that were proven; guesses only if the network trusts them', () => {
    const one = machine({
      addresses: [
        { address: '10.0.0.5', mac: '00:0C:29:00:00:01', ports: [22, 3306] },
        { address: '10.0.1.5', ports: [22] },
      ],
      services: [
        { port: 22, definition: 'SSH', confidence: 'proven' },
        { port: 3306, definition: 'MySQL', confidence: 'guessed' },
      ],
    });
    const report = reportOf(one);
    expectTaken(report);
    expect(report.ports!.map(({ number }) => number)).toEqual([22, 3306]);
    expect(report.services).toMatchObject([{ service_definition: 'SSH', bindings: [{ type: 'Port' }] }]);
    expect(report.services![0]!.bindings![0]).not.toHaveProperty('ip_address_id');
    expect(report.host).toMatchObject({ manufacturer: 'VMware, Inc.', manufacturer_source: 'oui' });
    const trusting = reportOf(one, true);
    expect(trusting.services!.map((service) => service.service_definition)).toEqual(['SSH', 'MySQL']);
    expect(trusting.services![1]!.bindings).toEqual([
      { type: 'Port', port_id: trusting.ports![1]!.id, ip_address_id: trusting.ip_addresses![0]!.id },
    ]);
  });

  test('marks each table that was not read to its end as incomplete', () => {
    const complete = { lldp: true, cdp: true, fdb: true, vlan_membership: true, routes: true };
    expect(reportOf(machine({ device: device() }))).toMatchObject({
      interfaces_complete: true,
      interface_data_complete: complete,
    });
    expect(reportOf(machine({ device: device({ incomplete: ['lldp', 'fdb', 'routes'] }) }))).toMatchObject({
      interfaces_complete: true,
      interface_data_complete: { ...complete, lldp: false, fdb: false, routes: false },
    });
    expect(reportOf(machine({ device: device({ incomplete: ['interfaces', 'vlans'] }) }))).toMatchObject({
      interfaces_complete: false,
      interface_data_complete: { ...complete, vlan_membership: false },
    });
  });

  test('has the routes of a device in the form of the API, and those of the own machine if the device has none', () => {
    const route = { destination: '10.0.0.0/8', protocol: 'Static', type: 'Remote' } as const;
    const routes = [
      { ...route, nextHop: '192.0.2.1', ifIndex: 1, metric: 10 },
      { ...route, destination: '2001:db8::/32' },
    ];
    const report = reportOf(machine({ device: device({ routes }) }));
    expectTaken(report);
    expect(report.routes).toEqual([{ ...route, next_hop: '192.0.2.1', if_index: 1, metric: 10 }, routes[1]]);
    const ownMachine = { ...collectOwnMachine(undefined, undefined), facts: device({ routes }) };
    expect(reportOf(machine({ ownMachine, device: device() })).routes).toHaveLength(2);
    const cut = device({ routes: routes.slice(0, 1), incomplete: ['routes'] });
    expect(reportOf(machine({ ownMachine, device: cut })).interface_data_complete).toMatchObject({ routes: true });
    const all = device({ routes: routes.slice(0, 1) });
    expect(reportOf(machine({ ownMachine, device: all })).routes).toHaveLength(1);
  });

  test('leaves out rows beyond the bounds of the API, and marks their list as incomplete', () => {
    const routingNeighbors = Array.from({ length: 2_001 }, (_, at) => ({
      ...{ protocol: 'Bgp' as const, state: 'Idle' as const },
      address: `10.0.${at >> 8}.${at & 255}`,
    }));
    const report = reportOf(machine({ device: device({ routingNeighbors }) }));
    expectTaken(report);
    expect(report.routing_neighbors).toHaveLength(2_000);
    expect(report.interface_data_complete).toMatchObject({ routing_neighbors: false, fhrp: true });
  });

  test('has only VLANs that the server has, and otherwise marks its list as incomplete', () => {
    const report = reportOf(
      machine({ device: device({ interfaces: [port(1, { nativeVlan: 10, taggedVlans: [10, 99] })] }) }),
    );
    expect(report.interfaces).toMatchObject([{ native_vlan_id: networkId, vlan_ids: [networkId] }]);
    expect(report.interface_data_complete).toMatchObject({ vlan_membership: false, lldp: true });
  });

  test('describes the own machine: its system, its containers on their engine, and nothing that was not read', () => {
    const container = {
      ...{ id: 'c0ffee', name: 'web', image: 'nginx', state: 'running', networks: [] },
      labels: { 'com.docker.compose.project': 'shop' },
      ports: [{ privatePort: 80, publicPort: 8080, protocol: 'Tcp' as const }],
    };
    const stoppedContainer = {
      ...container,
      id: 'dead',
      name: 'old',
      state: 'exited',
      ports: [{ privatePort: 1, publicPort: 9999, protocol: 'Tcp' as const }],
    };
    const report = reportOf(
      machine({
        ownMachine: collectOwnMachine(undefined, {
          runtime: 'Docker',
          containers: [container, stoppedContainer],
          networks: [],
        }),
      }),
    );
    expectTaken(report);
    expect(report.host).toMatchObject({ os_source: 'agent' });
    expect(report.ports!.map(({ number }) => number)).toEqual([8080]);
    const [runtime, web, ...others] = report.services!;
    expect(others).toEqual([]);
    expect(runtime).toMatchObject({ service_definition: 'Docker' });
    expect(web).toMatchObject({
      service_definition: 'Docker Container',
      virtualization_service_id: runtime!.id,
      virtualization_metadata: { type: 'Docker', details: { container_name: 'web', compose_project: 'shop' } },
      bindings: [{ type: 'Port', port_id: report.ports![0]!.id }],
    });
    expect(report.interfaces_complete).toBe(false);
    expect(report.interface_data_complete).toEqual({
      ...{ lldp: false, cdp: false, fdb: false, arp: false },
      ...{ vlan_membership: false, aggregates: false, stp: false, duplex: false, poe: false },
      // True on Linux only, because the agent cannot read the routing tables of other operating systems.
      routes: expect.any(Boolean),
    });
  });
});

describe('machines', () => {
  const groupWithDevices = (live: Parameters<typeof groupMachines>[0], devices: Parameters<typeof groupMachines>[1]) =>
    groupMachines(live, devices, (address) => new SubnetPlan([], [], []).of(address).cidr);
  const addressesOf = (machines: readonly Machine[]) =>
    machines.map(({ addresses }) => addresses.map(({ address }) => address).sort()).sort();

  test('behind one MAC address are one machine, unless a subnet has more addresses than a NIC can have', () => {
    const live = ['10.0.0.1', '10.0.0.2', 'fd00::2'].map((address, at) => ({
      address,
      mac: at > 0 ? '02:00:00:00:00:02' : '02:00:00:00:00:01',
    }));
    expect(addressesOf(groupWithDevices(live, new Map()))).toEqual([['10.0.0.1'], ['10.0.0.2', 'fd00::2']]);
    const proxiedAddresses = Array.from({ length: 40 }, (_none, at) => ({
      address: `10.0.1.${at + 1}`,
      mac: '02:00:00:00:00:03',
    }));
    for (const count of [3, 16, 17, 40])
      expect(groupWithDevices(proxiedAddresses.slice(0, count), new Map())).toHaveLength(count);
    const taggedAddresses = [1, 2, 3, 4].map((vlan) => ({ address: `10.0.${vlan}.1`, mac: '02:00:00:00:00:04' }));
    expect(groupWithDevices(taggedAddresses, new Map())).toHaveLength(1);
    const vrrp = [
      { address: '10.0.2.1', mac: '00:00:5E:00:01:01' },
      { address: '10.0.2.2', mac: '00:00:5e:00:01:01' },
    ];
    expect(groupWithDevices(vrrp, new Map())).toHaveLength(2);
  });

  test('with several addresses are one if they give the same name at each; machines behind a repeater stay separate', () => {
    const mac = '02:00:00:00:00:05';
    const at = (host: number) => `10.0.3.${host}`;
    const live = [1, 2, 3, 4, 5].map((host) => ({ address: at(host), mac }));
    const machinesWith = (names: Record<string, { name: string; source: 'ReverseDns' | 'Mdns' | 'NetBios' }>) => {
      const namesByHost = new Map(Object.entries(names).map(([host, name]) => [at(Number(host)), [name]] as const));
      return addressesOf(
        groupMachines(live, new Map(), (address) => new SubnetPlan([], [], []).of(address).cidr, namesByHost),
      ).map((addresses) => addresses.map((address) => Number(address.split('.')[3])));
    };
    const mdns = (name: string) => ({ name, source: 'Mdns' as const });
    const server = { 1: mdns('srv.local'), 2: mdns('SRV.local'), 3: mdns('srv.local') };
    expect(machinesWith(server)).toEqual([[1, 2, 3], [4], [5]]);
    expect(machinesWith({ ...server, 4: mdns('tv.local'), 5: mdns('tv.local') })).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    // A common reverse DNS name does not merge machines, because many addresses may share a DNS name. NetBIOS names are
    // compared only with NetBIOS names.
    const dns = { name: 'srv.local', source: 'ReverseDns' as const };
    expect(machinesWith({ 1: dns, 2: dns, 3: dns })).toHaveLength(5);
    expect(machinesWith({ 1: mdns('srv'), 2: { name: 'srv', source: 'NetBios' } })).toHaveLength(5);
    expect(machinesWith({})).toHaveLength(5);
  });

  test('that route have all their addresses, also those behind them, except addresses that every machine has', () => {
    const router = device({
      chassisId: 'AA:00:00:00:00:01',
      interfaces: [port(1, { mac: '02:00:00:00:00:01' }), port(2, { mac: '02:00:00:00:00:09' })],
      addresses: [
        { address: '10.0.0.254', prefixLength: 24, ifIndex: 1 },
        { address: '10.1.0.1', prefixLength: 24, ifIndex: 2 },
        { address: '127.0.0.1', prefixLength: 8, ifIndex: 3 },
      ],
    });
    const live = [
      { address: '10.0.0.254', mac: '02:00:00:00:00:01' },
      { address: '10.1.0.1' },
      { address: '10.1.0.10' },
    ];
    const machines = groupWithDevices(
      live,
      new Map([
        ['10.0.0.254', router],
        ['10.1.0.1', { ...router }],
      ]),
    );
    expect(addressesOf(machines)).toEqual([['10.0.0.254', '10.1.0.1'], ['10.1.0.10']]);
    expect(machines[0]!.addresses[1]).toMatchObject({ address: '10.1.0.1', mac: '02:00:00:00:00:09' });
  });

  test('without an LLDP chassis id have that of their bridge, and report all addresses of their neighbours', () => {
    const neighbor = { protocol: 'LLDP', localPort: 'resolved', systemName: 'far' } as const;
    const addresses = Array.from({ length: 25 }, (_none, at) => `10.0.0.${at + 1}`);
    const facts = device({
      bridgeAddress: '00:1B:21:00:00:09',
      interfaces: [port(1, { name: 'e1', neighbors: [{ ...neighbor, managementAddresses: addresses }] })],
    });
    const body = reportOf(machine({ device: facts }));
    expectTaken(body);
    expect(body.host.chassis_id).toBe('00:1B:21:00:00:09');
    expect(body.interfaces![0]!.neighbor_evidence).toEqual([
      expect.objectContaining({ lldp_mgmt_addr: '10.0.0.1', management_addresses: addresses.slice(0, 20) }),
    ]);
    expect(reportOf(machine({ device: device({ ...facts, chassisId: 'AB' }) })).host.chassis_id).toBe('AB');
  });

  test("behind routers have the MAC address that the routers' tables agree on", () => {
    const router = (entries: readonly (readonly [string, string])[]) =>
      device({ arp: entries.map(([address, mac]) => ({ address, mac, ifIndex: 2 })) });
    const machines = groupWithDevices(
      ['10.1.0.10', '10.1.0.11', '10.1.0.12', '10.1.0.13'].map((address) => ({ address })),
      new Map([
        [
          '10.0.0.1',
          router([
            ['10.1.0.10', '02:00:00:00:00:10'],
            ['10.1.0.11', '02:00:00:00:00:11'],
            ['10.1.0.12', '00:00:5e:00:01:01'],
          ]),
        ],
        [
          '10.0.0.2',
          router([
            ['10.1.0.10', '02:00:00:00:00:10'],
            ['10.1.0.11', '02:00:00:00:00:99'],
          ]),
        ],
      ]),
    );
    expect(machines.map(({ addresses }) => addresses.map(({ address, mac }) => [address, mac]))).toEqual([
      [['10.1.0.10', '02:00:00:00:00:10']],
      [['10.1.0.11', undefined]],
      [['10.1.0.12', undefined]],
      [['10.1.0.13', undefined]],
    ]);
  });

  test("with the address of a container bridge are not taken for the agent's own machine", () => {
    const createSubnet = (address: string, isContainerBridge: boolean) => ({
      ...{ address, isContainerBridge, cidr: `${address}/16`, interfaceName: 'x' },
    });
    const at = (...addresses: string[]) => machine({ addresses: addresses.map((address) => ({ address, ports: [] })) });
    const machines = [at('10.0.0.9', '10.0.1.9'), at('172.17.0.1'), at('10.0.0.5', '172.17.0.1'), at('10.0.0.6')];
    const [ownMachines, others] = splitOwnMachine(machines, [
      createSubnet('10.0.0.9', false),
      createSubnet('172.17.0.1', true),
    ]);
    expect(addressesOf(ownMachines)).toEqual([['10.0.0.9', '10.0.1.9'], ['172.17.0.1']]);
    expect(addressesOf(others)).toEqual([['10.0.0.5', '172.17.0.1'], ['10.0.0.6']]);
  });

  test('stay two devices although they have an address in common', () => {
    const facts = (id: number) =>
      device({
        chassisId: `AA:00:00:00:00:0${id}`,
        addresses: [{ address: '172.17.0.1', prefixLength: 16, ifIndex: 1 }],
      });
    const live = [
      { address: '10.0.0.1', mac: '02:00:00:00:00:01' },
      { address: '10.0.0.2', mac: '02:00:00:00:00:02' },
      { address: '172.17.0.1' },
    ];
    const machines = groupWithDevices(
      live,
      new Map([
        ['10.0.0.1', facts(1)],
        ['10.0.0.2', facts(2)],
      ]),
    );
    expect(machines).toHaveLength(3);
  });

  test('whose MAC address answers for other addresses have only their own ones; the others are separate machines', () => {
    const mac = '02:00:00:00:00:01';
    const ownAddresses = [1, 2, 3, 4].map((host) => `10.0.0.${host}`);
    const facts = device({
      interfaces: [port(1, { mac })],
      addresses: ownAddresses.map((address) => ({ address, prefixLength: 24, ifIndex: 1 })),
    });
    const others = [11, 12, 13].map((host) => `10.0.0.${host}`);
    const live = [...ownAddresses, ...others].map((address) => ({ address, mac }));
    const machines = groupWithDevices(live, new Map([['10.0.0.1', facts]]));
    expect(addressesOf(machines)).toEqual([ownAddresses, ...others.map((address) => [address])]);
    expect(machines.filter((machine) => machine.device)).toHaveLength(1);
  });

  test('that only ARP tables contain are reported if they are unknown and their address can belong to a machine', () => {
    const arp = ['10.1.0.10', '10.0.0.1', '224.0.0.1', '127.0.0.1', '10.1.0.1'].map((address) => ({
      address,
      mac: '02:00:00:00:00:10',
      ifIndex: 2,
    }));
    const router = device({ arp, addresses: [{ address: '10.1.0.1', ifIndex: 2 }] });
    expect(hostsOnlyInArp([{ address: '10.0.0.1' }], new Map([['10.0.0.1', router]]), 100)).toEqual([
      { address: '10.1.0.10', mac: '02:00:00:00:00:10', macSource: 'snmp' },
    ]);
  });

  test('have the name that they give themselves rather than one that others give them', () => {
    const names = [
      { name: 'nb', source: 'NetBios' as const },
      { name: 'one.lan', source: 'ReverseDns' as const },
    ];
    expect(chooseName(machine({ names }))).toEqual({ name: 'one.lan', hostname: 'one.lan' });
    expect(chooseName(machine({ names, device: device({ system: { name: 'sw1' } }) }))).toEqual({
      name: 'sw1',
      hostname: 'one.lan',
    });
    const certificate = { names: ['localhostish', 'nas.lan'] };
    expect(chooseName(machine({ findings: [{ port: 443, certificate }] })).name).toBe('nas.lan');
    expect(chooseName(machine()).name).toBe('');
  });
});

test('the subnet of an address is the smallest known one that contains it', () => {
  const ownSubnets = [{ interfaceName: 'eth0', address: '10.0.0.9', cidr: '10.0.0.0/16', isContainerBridge: false }];
  const facts = device({
    addresses: [
      { address: '10.0.5.1', prefixLength: 24, ifIndex: 1 },
      { address: '10.0.5.7', prefixLength: 32, ifIndex: 2 },
    ],
  });
  const plan = new SubnetPlan(['192.168.0.0/20'], ownSubnets, [facts]);
  const cidrs = ['10.0.1.1', '10.0.5.7', '192.168.3.3', '172.16.9.9', 'fd00:0:0:1::5'].map(
    (address) => plan.of(address).cidr,
  );
  expect(cidrs).toEqual(['10.0.0.0/16', '10.0.5.0/24', '192.168.0.0/20', '172.16.9.0/24', 'fd00:0:0:1::/64']);
});

test('the vendor of a MAC address is that of the longest registered prefix; made-up addresses have none', () => {
  expect(lookUpVendor('00:0c:29:12:34:56')).toBe('VMware, Inc.');
  expect(lookUpVendor('02:00:00:00:00:01')).toBeUndefined();
  expect(lookUpVendor('nonsense')).toBeUndefined();
});

describe('known software', () => {
  const ids = new Set(serviceDefinitions.map(({ id }) => id));

  test('is in the registry for every signature and every guess', () => {
    const namedSoftware = [
      ...signatures.map(([definition]) => definition),
      ...Object.values(guesses),
      'SNMP',
      'Docker',
      'Docker Container',
      'podman',
      'podman-container',
      'Web Service',
    ];
    expect(namedSoftware.filter((definition) => !ids.has(definition))).toEqual([]);
  });

  test.each([
    ['Remote Desktop', '030000130ed000001234000209080002000000'],
    ['Samba', '000000d4fe534d424000000000000000'],
    ['MQTT', '20020000'],
    ['PostgreSQL', '4e'],
    ['Telnet', 'fffd18fffd20'],
    ['DNS Server', '001e4e4c8185000100000000000007766572'],
    ['RabbitMQ', '414d515000000901'],
  ])('%s is known by the bytes of its protocol', (definition, bytes) => {
    expect(identify({ port: 1, banner: Buffer.from(bytes, 'hex') })).toMatchObject({
      definition,
      confidence: 'proven',
    });
  });

  test.each([
    ['Bind9', '9.18.24-1-Debian'],
    ['Unbound DNS', 'unbound 1.17.1'],
    ['PowerDNS', 'PowerDNS Authoritative Server 4.8'],
    ['DNS Server', 'dnsmasq-2.90'],
  ])('%s is distinguished from other name servers by its version', (definition, version) => {
    const answer = Buffer.concat([
      Buffer.from('004a4e4c858000010001000000000776657273696f6e0462696e640000100003', 'hex'),
      Buffer.from('c00c0010000300000000001a19', 'hex'),
      Buffer.from(version),
    ]);
    expect(identify({ port: 53, banner: answer })).toMatchObject({ definition });
  });

  test('is chosen by the answer of a port rather than by its number', () => {
    const finding = { port: 3306, banner: Buffer.from('SSH-2.0-x\r\n') };
    expect(identify(finding)).toMatchObject({ definition: 'SSH', confidence: 'proven' });
  });
});

describe('data from the network is parsed without an error', () => {
  const junk = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.string({ maxLength: 500 }));
  const bytes = fc.uint8Array({ maxLength: 2_000 }).map((list) => Buffer.from(list));

  test('answers of HTTP', () => {
    fc.assert(
      fc.property(bytes, junk, (body, head) => {
        parseHttp(body, false);
        const facts = parseHttp(
          Buffer.concat([
            Buffer.from(`HTTP/1.1 302 X\r\nServer: ${head}\r\nLocation: ${head}\r\n\r\n<title>${head}`),
            body,
          ]),
          true,
        );
        expect(facts!.status).toBe(302);
        expect([...(facts!.server ?? '')].length).toBeLessThanOrEqual(200);
        const at = redirectPath(facts!, '10.0.0.1', 80);
        expect(at === undefined || at.startsWith('/')).toBe(true);
        identify({ port: 80, http: facts!, banner: body });
      }),
    );
    expect(parseHttp(Buffer.from('HTTP/1.0 200 OK\r\n\r\n<title>A &amp; B &#x2013; C</title>'), false)).toMatchObject({
      title: 'A & B – C',
    });
    expect(parseHttp(Buffer.from('SSH-2.0'), false)).toBeUndefined();
  });

  test('certificates', () => {
    fc.assert(
      fc.property(junk, fc.anything(), (names, odd) => {
        parseAlternativeNames(names);
        const { names: foundNames } = extractCertificateFacts({
          subjectaltname: names,
          subject: { CN: odd, O: odd },
          issuer: { CN: odd },
        });
        for (const name of foundNames) expect(name).toMatch(/^[a-z0-9_.-]{1,253}$/);
      }),
    );
    expect(
      extractCertificateFacts({
        subjectaltname: 'DNS:"a\\u002c b", DNS:A.Example., IP Address:10.0.0.1, DNS:*.x',
        subject: { CN: ['c.example', 'd'] },
      }).names,
    ).toEqual(['a.example', 'c.example']);
  });

  test('bytes of certificates', () => {
    const { raw } = new X509Certificate(certificate.cert);
    expect(parseCertificate(raw)).toMatchObject({ isSelfSigned: true, notAfter: '2126-10-29T17:32:10.000Z' });
    const at = fc.nat({ max: raw.length - 1 });
    fc.assert(
      fc.property(at, at, fc.nat({ max: 255 }), fc.uint8Array(), (length, place, byte, junkBytes) => {
        const changed = Uint8Array.from(raw).fill(byte, place, place + 1);
        for (const bytes of [raw.subarray(0, length), changed, junkBytes]) {
          const details = parseCertificate(bytes);
          if (details)
            expectTaken(
              reportOf(machine({ addresses: secure, findings: [{ port: 443, certificate: { names: [], details } }] })),
            );
        }
      }),
      { numRuns: 300 },
    );
  });

  test('neighbour tables', () => {
    fc.assert(
      fc.property(junk, fc.json(), (sampleService, json) => {
        parseProcArp(sampleService);
        parseIpNeigh(sampleService);
        parseIpNeigh(json);
      }),
    );
    const arp = [
      'IP address       HW type     Flags       HW address            Mask     Device',
      '10.0.0.1         0x1         0x2         02:4C:00:00:00:01     *        eth0',
      '10.0.0.2         0x1         0x0         00:00:00:00:00:00     *        eth0',
    ];
    expect(parseProcArp(arp.join('\n'))).toEqual([
      { address: '10.0.0.1', mac: '02:4c:00:00:00:01', interfaceName: 'eth0', isConfirmed: false },
    ]);
    const rows = [
      { dst: 'fd00::1', dev: 'eth0', lladdr: '02:00:00:00:00:01', state: ['STALE'] },
      { dst: 'fd00::2', dev: 'eth0', state: ['FAILED'] },
      { dst: 'fd00::3', dev: 'eth0', lladdr: '02:00:00:00:00:03', state: ['INCOMPLETE'] },
    ];
    expect(parseIpNeigh(JSON.stringify(rows))).toEqual([
      { address: 'fd00::1', mac: '02:00:00:00:00:01', interfaceName: 'eth0', isConfirmed: false },
    ]);
  });

  test('answers of the server', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        parseWorkAnswer([one, other]);
        parseWorkAnswer(one);
        parseScannedIds(one);
        parseVlanIds(one);
      }),
    );
    const work = {
      session_id: 's',
      discovery_type: { type: 'Unified', scan_settings: { scan_rate_pps: 'fast' } },
      unknown: 1,
      credential_mappings: [{ default_credential: { type: 'Other' } }],
    };
    expect(parseWorkAnswer([work, false])).toMatchObject({ work: { session_id: 's', subnets: [] }, cancel: false });
    expect(parseWorkAnswer([null, true])).toEqual({ work: undefined, cancel: true });
    expect(parseWorkAnswer([{ session_id: 1 }, false])).toBeUndefined();
    expect(cleanLine(' \0\u202e a\r\n b ')).toBe('a b');
  });
});

describe('credentials', () => {
  const v2c = { type: 'Snmp', version: 'V2c', community: 'c' } as const;
  const v3 = (auth: string | null, priv: string | null) => ({
    ...({ type: 'Snmp', version: 'V3', community: '' } as const),
    v3: {
      security_name: 'u',
      auth_protocol: auth,
      auth_password: auth && 'authpass',
      priv_protocol: priv,
      priv_password: priv && 'privpass',
    },
  });

  test('are read in the form of the daemon protocol', () => {
    expect(toSnmpCredential(v2c)).toEqual({ version: 'v2c', community: 'c' });
    expect(toSnmpCredential({ ...v2c, version: 'V1' })).toEqual({ version: 'v1', community: 'c' });
    expect(toSnmpCredential({ ...v2c, community: '' })).toBeUndefined();
    expect(toSnmpCredential(v3(null, null))).toEqual({ version: 'v3', user: 'u', securityLevel: 'noAuthNoPriv' });
    expect(toSnmpCredential(v3('Sha1', null))).toMatchObject({ securityLevel: 'authNoPriv', authProtocol: 'SHA' });
    expect(toSnmpCredential({ ...v2c, port: 1161 })).toEqual({ version: 'v2c', community: 'c', port: 1161 });
    const inContext = v3(null, null);
    expect(toSnmpCredential({ ...inContext, port: 1161, v3: { ...inContext.v3, context_name: 'lan' } })).toEqual({
      ...{ version: 'v3', user: 'u', securityLevel: 'noAuthNoPriv', context: 'lan', port: 1161 },
    });
    expect(toSnmpCredential(v3('Sha256', 'Aes128'))).toMatchObject({
      securityLevel: 'authPriv',
      authProtocol: 'SHA256',
      privacyProtocol: 'AES128',
    });
  });

  test("are tried in order, each once: those of the address, the server's, then the operator's with v3 first", () => {
    const mappings = [
      {
        default_credential: v2c,
        default_credential_id: 'general',
        ip_overrides: [{ ip: '10.0.0.1', credential: v3('Md5', 'Des'), credential_id: 'own' }],
      },
    ];
    const all = new Credentials(mappings, [
      { version: 'v2c', community: 'c' },
      { version: 'v1', community: 'x' },
      { version: 'v3', user: 'l', securityLevel: 'noAuthNoPriv' },
    ]);
    expect(all.for('10.0.0.1').map(({ id, credential }) => id ?? credential.version)).toEqual([
      'own',
      'general',
      'v3',
      'v1',
    ]);
    expect(all.for('10.0.0.2').map(({ id, credential }) => id ?? credential.version)).toEqual(['general', 'v3', 'v1']);
  });
});
