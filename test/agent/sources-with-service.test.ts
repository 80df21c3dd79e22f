// The agent with the real service and stubs of Proxmox VE, UniFi and gNMI. Guests that a switch has learned are one
// machine each, a switch that is an LLDP neighbor is one device, and a second run changes nothing.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dbFor } from '../../src/data/tenancy/scoped-db';
import { resolveNeighborsOfFinishedRuns } from '../../src/modules/jobs';
import { RowsAside } from '../../src/platform/process/rows-aside';
import { readTargets } from '../../src/agent/api-targets';
import { someFacts, somePort } from '../../src/agent/sources/reading';
import type { DeviceFacts } from '../../src/agent/sources/snmp';
import { createViewer } from '../support/viewers';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { newFolder, noCollectors, removeFolder, startAgent } from './support/agent';
import { ApiStub, stubFingerprint, type StubRequest } from './sources/api-stub';
import { GnmiStub } from './sources/gnmi/gnmi-stub';
import { answerOf as answerOfSwitch, stationMac, switchMac, userSettings } from './sources/gnmi/switch-data';
import { answerOf, mac, tokenSettings, type StubGuest } from './sources/proxmox/cluster-stub';
import { answerOf as answerOfSite, clientMac, keySettings, unifiMac } from './sources/unifi/site-stub';

let world: World;
let daemon: DaemonCaller;
let stub: ApiStub;
let controller: ApiStub;
let leaf: GnmiStub;
let folder: string;
let apiTargets: ReturnType<typeof readTargets>;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon({ isRegistered: false });
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
  controller = await new ApiStub().start();
  controller.reply = answerOfSite;
  leaf = await new GnmiStub().start();
  leaf.reply = answerOfSwitch;
  folder = newFolder();
  const file = path.join(folder, 'sources.json');
  const place = { address: '127.0.0.1', fingerprint: stubFingerprint };
  const targets = [
    { source: 'proxmox', ...place, port: stub.port, ...tokenSettings },
    { source: 'unifi', ...place, port: controller.port, ...keySettings },
    { source: 'gnmi', ...place, port: leaf.port, ...userSettings },
  ];
  writeFileSync(file, JSON.stringify(targets), { mode: 0o600 });
  apiTargets = readTargets(file);
});
afterAll(async () => {
  await stub.stop();
  await controller.stop();
  await leaf.stop();
  await world.close();
  removeFolder(folder);
});

const nodeMac = '00:1B:21:00:00:11';
/**
 * ARP table of the switch that is read by SNMP: five guests, among them `legacy`, whose address Proxmox VE does not
 * return, and the node `pve1`.
 */
const arp = [
  { address: '10.99.0.101', mac: mac(1), ifIndex: 1 },
  { address: '10.99.0.102', mac: mac(2), ifIndex: 1 },
  { address: '10.99.0.150', mac: mac(3), ifIndex: 1 },
  { address: '10.99.0.103', mac: mac(5), ifIndex: 1 },
  { address: '10.99.0.104', mac: mac(6), ifIndex: 1 },
  { address: '10.99.0.11', mac: nodeMac, ifIndex: 1 },
];
const device: DeviceFacts = {
  ...someFacts({
    interfaces: [
      somePort({
        ifIndex: 1,
        name: 'ge1',
        type: 6,
        mac: '00:1B:21:00:00:01',
        fdbMacs: [nodeMac, ...[1, 2, 3, 4, 5, 6].map(mac)],
      }),
      somePort({
        ...{ ifIndex: 2, name: 'ge2', type: 6, mac: '00:1B:21:00:00:02' },
        neighbors: [
          {
            ...{ protocol: 'LLDP', localPort: 'resolved', systemName: 'sw-access', managementAddresses: [] },
            chassisId: { subtype: 'MacAddress', value: unifiMac(2) },
            portId: { subtype: 'InterfaceName', value: 'Port 6' },
          },
        ],
      }),
    ],
    addresses: [
      { address: '127.0.0.4', prefixLength: 8, ifIndex: 1 },
      { address: '10.99.0.1', prefixLength: 24, ifIndex: 1 },
    ],
    arp,
  }),
  ...{ system: { name: 'switch-1' }, chassisId: '00:1B:21:00:00:01', fhrpGroups: [], routingNeighbors: [] },
  ...{ wirelessClients: [], unplacedNeighbors: [], notes: [], hasNeighborTable: true, incomplete: [] },
};

let runs = 0;
async function run(isSourceRead: boolean): Promise<readonly string[]> {
  if (runs++ > 0) {
    const where = { networkId: world.networkId, runType: 'Scheduled' as const };
    const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
    expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
  }
  const summary = await startAgent({
    ...{ server: new URL(world.url), key: daemon.credential.key!, state: folder, once: true, allow: ['127.0.0.4'] },
    settings: {
      ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
      credentials: [{ version: 'v2c', community: 'public' }],
      ...(isSourceRead && { apiTargets }),
    },
    collectors: {
      ...noCollectors,
      trySnmp: async (address) => ({ outcome: address === '127.0.0.4' ? 'opened' : 'silent' }),
      readDevice: async () => device,
    },
  }).ended;
  expect(summary).toMatchObject({ phase: 'Complete' });
  const rethrow = (error: unknown) => {
    throw error;
  };
  await resolveNeighborsOfFinishedRuns(dbFor(world.prisma, createViewer(world)), new Date(), new RowsAside(rethrow));
  return summary!.warnings;
}

/** All hosts except the daemon's, by name, or by the first IP address for a host without a name. */
async function hosts() {
  const rows = await world.prisma.host.findMany({
    where: { networkId: world.networkId, daemons: { none: {} } },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, name: true, os: true, virtualizationType: true, vmId: true, vmName: true },
      virtualizationService: { select: { serviceDefinition: true, host: { select: { name: true } } } },
      ipAddresses: { select: { id: true, ipAddress: true, macAddress: true }, orderBy: { position: 'asc' } },
      services: { select: { serviceDefinition: true } },
      interfaces: {
        select: {
          ...{ id: true, ifName: true, macAddress: true, operStatus: true, fdbMacs: true },
          nativeVlan: { select: { vlanNumber: true } },
        },
        orderBy: { ifName: 'asc' },
      },
    },
  });
  return new Map(rows.map((row) => [row.name || row.ipAddresses[0]!.ipAddress, row] as const));
}

const links = async () => {
  const rows = await world.prisma.interfaceNeighbor.findMany({
    where: { networkId: world.networkId },
    select: {
      ...{ basis: true, protocol: true, remoteHost: { select: { name: true } } },
      interface: { select: { ifName: true } },
      remoteInterface: { select: { ifName: true, host: { select: { name: true } } } },
    },
  });
  return rows
    .map(({ basis, protocol, interface: port, remoteInterface, remoteHost }) =>
      [
        ...[basis ?? protocol, port.ifName, remoteInterface?.host.name ?? remoteHost?.name, remoteInterface?.ifName],
      ].join(' '),
    )
    .sort();
};

/** Id of the UniFi switch's host in the first run, in which the UniFi API was not read. */
let heardId: string;
const guestNames = ['db', 'dns', 'legacy', 'proxy', 'spare', 'web'];
/** Hosts from gNMI: a machine in the ARP table of `leaf-1`, the switch `leaf-1` itself, and its LLDP neighbor. */
const leafNames = ['10.99.5.10', 'leaf-1', 'spine-1'];
/** Hosts from UniFi: the devices and clients that its controller lists, and `core`, the LLDP neighbor of a device. */
const siteNames = ['Phone', 'ap-hall', 'core', 'gateway', 'pc', 'sw-access'];

test('guests and nodes that the switch had seen before become known as such, and no machine is there twice', async () => {
  await run(false);
  const before = await hosts();
  const addresses = ['101', '102', '103', '104', '11', '150'].map((last) => `10.99.0.${last}`);
  // In this run, the UniFi switch `sw-access` is only known as the LLDP neighbor of `switch-1`.
  expect([...before.keys()].sort()).toEqual([...addresses, 'sw-access', 'switch-1'].sort());
  heardId = before.get('sw-access')!.id;
  await run(true);
  const after = await hosts();
  expect([...after.keys()].sort()).toEqual(
    [...guestNames, ...siteNames, ...leafNames, 'pve1', 'pve2', 'switch-1'].sort(),
  );
  const ids: readonly (readonly [string, string])[] = [
    ...[['web', '10.99.0.101'] as const, ['db', '10.99.0.102'] as const, ['dns', '10.99.0.103'] as const],
    ...[['proxy', '10.99.0.104'] as const, ['legacy', '10.99.0.150'] as const, ['pve1', '10.99.0.11'] as const],
  ];
  for (const [name, address] of ids) expect([name, after.get(name)!.id]).toEqual([name, before.get(address)!.id]);
  expect(after.get('web')).toMatchObject({
    ...{ virtualizationType: 'Proxmox', vmId: '100', vmName: 'web', os: 'Debian GNU/Linux 13 (trixie)' },
    virtualizationService: { serviceDefinition: 'Proxmox VE', host: { name: 'pve1' } },
    ipAddresses: [{ ipAddress: '10.99.0.101', macAddress: mac(1).toLowerCase() }],
    interfaces: [{ ifName: 'net0', macAddress: mac(1).toLowerCase(), operStatus: 'Up' }],
  });
  expect(after.get('spare')).toMatchObject({ interfaces: [{ operStatus: 'Down' }], ipAddresses: [] });
  expect(after.get('pve1')).toMatchObject({ os: 'Proxmox VE 8.2.4', services: [{ serviceDefinition: 'Proxmox VE' }] });
  const tap = after.get('pve1')!.interfaces.find(({ ifName }) => ifName === 'tap101i0');
  expect(tap).toMatchObject({ fdbMacs: [mac(2).toLowerCase()], nativeVlan: { vlanNumber: 20 } });
  expect((await links()).filter((link) => /^FDB (tap|veth)/.test(link))).toEqual([
    'FDB tap100i0 web net0',
    'FDB tap101i0 db net0',
    'FDB tap102i0 legacy net0',
    'FDB tap102i1 legacy net1',
    'FDB veth103i0 dns eth0',
    'FDB veth104i0 proxy eth0',
  ]);
});

test('a switch of UniFi that another switch has heard by LLDP is one device, with its clients at their ports', async () => {
  const all = await hosts();
  expect([heardId, all.get('sw-access')!.id]).toEqual([expect.any(String), heardId]);
  expect(all.get('sw-access')).toMatchObject({ ipAddresses: [{ ipAddress: '10.99.1.2' }] });
  expect(await links()).toEqual(
    expect.arrayContaining([
      ...['LLDP ge2 sw-access Port 6', 'LLDP Port 1 gateway Port 2', 'LLDP Port 4 core '],
      ...['FDB Port 2 ap-hall eth0', 'FDB Port 3 pc '],
    ]),
  );
  const clients = await world.prisma.wirelessAssociation.findMany({
    where: { networkId: world.networkId },
    select: { ssid: true, host: { select: { name: true } }, clientMac: true },
    orderBy: { clientMac: 'asc' },
  });
  expect(clients).toEqual([
    { ssid: 'Hall', host: { name: 'ap-hall' }, clientMac: clientMac(2).toLowerCase() },
    { ssid: null, host: { name: 'ap-hall' }, clientMac: clientMac(3).toLowerCase() },
  ]);
});

test('a switch that is read by gNMI has its ports, and its machine is at the port that has learned it', async () => {
  const all = await hosts();
  expect(all.get('leaf-1')).toMatchObject({
    ipAddresses: expect.arrayContaining([expect.objectContaining({ ipAddress: '10.99.6.2' })]),
    interfaces: expect.arrayContaining([
      expect.objectContaining({ ifName: 'Ethernet1', macAddress: switchMac(1).toLowerCase(), operStatus: 'Up' }),
      expect.objectContaining({ ifName: 'Ethernet2', nativeVlan: { vlanNumber: 20 } }),
    ]),
  });
  expect(all.get('10.99.5.10')).toMatchObject({ ipAddresses: [{ macAddress: stationMac(1).toLowerCase() }] });
  // The text of a link ends with host and port of the far end. The machine at Ethernet2 has no name and no port.
  expect(await links()).toEqual(expect.arrayContaining(['LLDP Ethernet1 spine-1 Ethernet49', 'FDB Ethernet2  ']));
});

test('another run changes nothing', async () => {
  const before = [await hosts(), await links()];
  await run(true);
  expect([await hosts(), await links()]).toEqual(before);
});

test('a guest that is stopped, renamed and moved to another node stays the same host', async () => {
  const before = (await hosts()).get('web')!;
  const moveWeb = (guest: StubGuest): StubGuest =>
    guest.vmid === 100 ? { ...guest, node: 'pve2', name: 'web-2', status: 'stopped' } : guest;
  stub.reply = (request: StubRequest) => answerOf(request, moveWeb);
  await run(true);
  const after = (await hosts()).get('web')!;
  expect(after.id).toBe(before.id);
  expect(after).toMatchObject({
    ...{ vmName: 'web-2', virtualizationService: { host: { name: 'pve2' } } },
    interfaces: [{ id: before.interfaces[0]!.id, operStatus: 'Down' }],
  });
});

test('an incomplete reading removes nothing, and a reading that fails gives a warning', async () => {
  const before = await hosts();
  stub.reply = (request) => (/\d+\/config$/.test(request.path) ? { status: 403, body: {} } : answerOf(request));
  expect((await run(true)).join()).toContain('a guest could not be read');
  expect([...(await hosts()).keys()]).toEqual([...before.keys()]);
  stub.reply = () => 'half';
  expect((await run(true)).join()).toContain('Source proxmox');
  const after = await hosts();
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, { interfaces, ipAddresses }] of before) {
    expect([name, after.get(name)!.interfaces.map(({ id }) => id)]).toEqual([name, interfaces.map(({ id }) => id)]);
    expect([name, after.get(name)!.ipAddresses]).toEqual([name, ipAddresses]);
  }
});
