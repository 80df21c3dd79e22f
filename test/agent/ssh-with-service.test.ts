// The agent with the real service and an SSH server that imitates a machine with libvirt and Docker. The machine and
// its guest, which a switch has learned before, stay the same hosts, and a second run changes nothing.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { readTargets } from '../../src/agent/api-targets';
import { someFacts, somePort } from '../../src/agent/sources/reading';
import type { DeviceFacts } from '../../src/agent/sources/snmp';
import { socketsCommand } from '../../src/agent/sources/ssh/containers';
import { guestCommands } from '../../src/agent/sources/ssh/libvirt';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { newFolder, noCollectors, removeFolder, startAgent } from './support/agent';
import { answerOf, containers } from './sources/docker/engine-stub';
import { account, hostKey, SshStub } from './sources/ssh/ssh-stub';

let world: World;
let daemon: DaemonCaller;
let stub: SshStub;
let folder: string;
let apiTargets: ReturnType<typeof readTargets>;

const uuid = '10000000-0000-4000-8000-000000000001';
const [nodeMac, guestMac] = ['02:AA:00:00:00:01', '52:54:00:00:00:01'];
const outputs: Record<string, string> = {
  'uname -sr': 'Linux 6.1.0\n',
  'uname -n': 'kvm-1\n',
  'cat /etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
  'ip -j -d addr show': JSON.stringify([
    {
      ...{ ifindex: 2, ifname: 'br0', flags: ['UP', 'LOWER_UP'], mtu: 1500, operstate: 'UP', link_type: 'ether' },
      ...{ address: nodeMac, addr_info: [{ family: 'inet', local: '10.98.0.9', prefixlen: 24, scope: 'global' }] },
    },
  ]),
  'ip -j neigh show': '[]',
  'ip -j route show table main': '[]',
  'ip -j -6 route show table main': '[]',
  [socketsCommand.text]: '/var/run/docker.sock\n',
  [guestCommands.all.text]: `${uuid}\n`,
  [guestCommands.running.text]: `${uuid}\n`,
  [guestCommands.guest.text.replace('UUID', uuid)]:
    `<domain type='kvm'><name>web</name><devices><interface type='bridge'><mac address='${guestMac}'/>` +
    "<source bridge='br0'/><vlan><tag id='42'/></vlan><target dev='vnet0'/></interface></devices></domain>",
};

/**
 * A switch that the agent reads by SNMP. The machine that the agent reads by SSH (`nodeMac`) and its guest (`guestMac`)
 * are connected to it.
 */
const device: DeviceFacts = {
  ...someFacts({
    interfaces: [
      somePort({ ifIndex: 1, name: 'ge1', type: 6, mac: '00:1B:21:00:00:01', fdbMacs: [nodeMac, guestMac] }),
    ],
    addresses: [
      { address: '127.0.0.5', prefixLength: 8, ifIndex: 1 },
      { address: '10.98.0.1', prefixLength: 24, ifIndex: 1 },
    ],
    arp: [
      { address: '10.98.0.9', mac: nodeMac, ifIndex: 1 },
      { address: '10.98.0.50', mac: guestMac, ifIndex: 1 },
    ],
  }),
  ...{ system: { name: 'switch-1' }, chassisId: '00:1B:21:00:00:01', fhrpGroups: [], routingNeighbors: [] },
  ...{ wirelessClients: [], unplacedNeighbors: [], notes: [], hasNeighborTable: true, incomplete: [] },
};

const engine = createServer(({ url }, response) => {
  const reply = answerOf({ method: 'GET', path: url!, headers: {} });
  const body = url === '/containers/json' ? containers.slice(0, 2) : reply?.body;
  response.writeHead(reply ? 200 : 404).end(JSON.stringify(body));
});

beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon({ isRegistered: false });
  stub = await new SshStub({ ident: 'OpenSSH_9.2' }).start();
  stub.reply = (command) => outputs[command];
  folder = newFolder();
  const socket = path.join(folder, 'engine.sock');
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  stub.sockets.set('/var/run/docker.sock', socket);
  const file = path.join(folder, 'sources.json');
  const target = { source: 'ssh', address: '127.0.0.1', port: stub.port, fingerprint: hostKey.fingerprint, ...account };
  writeFileSync(file, JSON.stringify([target]), { mode: 0o600 });
  apiTargets = readTargets(file);
});
afterAll(async () => {
  await stub.stop();
  await new Promise((resolve) => engine.close(resolve));
  await world.close();
  removeFolder(folder);
});

let runs = 0;
async function run(isSourceRead: boolean): Promise<readonly string[]> {
  if (runs++ > 0) {
    const where = { networkId: world.networkId, runType: 'Scheduled' as const };
    const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
    expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
  }
  const summary = await startAgent({
    ...{ server: new URL(world.url), key: daemon.credential.key!, state: folder, once: true, allow: ['127.0.0.5'] },
    settings: {
      ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
      credentials: [{ version: 'v2c', community: 'public' }],
      ...(isSourceRead && { apiTargets }),
    },
    collectors: {
      ...noCollectors,
      trySnmp: async (address) => ({ outcome: address === '127.0.0.5' ? 'opened' : 'silent' }),
      readDevice: async () => device,
    },
  }).ended;
  expect(summary).toMatchObject({ phase: 'Complete' });
  return summary!.warnings;
}

const hosts = () =>
  world.prisma.host.findMany({
    where: { networkId: world.networkId, daemons: { none: {} } },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, name: true, os: true, virtualizationType: true, vmId: true, vmName: true },
      virtualizationService: { select: { serviceDefinition: true, host: { select: { name: true } } } },
      ipAddresses: {
        select: {
          ...{ id: true, ipAddress: true, macAddress: true },
          subnet: { select: { cidr: true, virtualizationService: { select: { serviceDefinition: true } } } },
        },
        orderBy: { position: 'asc' },
      },
      services: {
        select: {
          ...{ id: true, name: true, serviceDefinition: true },
          virtualizationService: { select: { serviceDefinition: true } },
        },
        orderBy: { position: 'asc' },
      },
      interfaces: {
        select: {
          ...{ id: true, ifName: true, macAddress: true, operStatus: true, fdbMacs: true },
          nativeVlan: { select: { vlanNumber: true } },
        },
        orderBy: { ifName: 'asc' },
      },
    },
  });

test('a machine with libvirt and its guest become known as such, and are the hosts that a switch had seen', async () => {
  await run(false);
  const before = new Map((await hosts()).map((one) => [one.ipAddresses[0]?.ipAddress, one.id] as const));
  expect(await run(true)).toEqual([]);
  const after = new Map((await hosts()).map((one) => [one.name, one] as const));
  expect([...after.keys()].sort()).toEqual(['kvm-1', 'switch-1', 'web']);
  const [node, guest] = [after.get('kvm-1')!, after.get('web')!];
  expect([node.id, guest.id]).toEqual([before.get('10.98.0.9'), before.get('10.98.0.50')]);
  expect(node).toMatchObject({ os: 'Debian GNU/Linux 13 (trixie)', virtualizationType: null });
  const ports = new Map(node.interfaces.map((port) => [port.ifName, port] as const));
  expect(ports.get('br0')).toMatchObject({ macAddress: nodeMac.toLowerCase(), operStatus: 'Up' });
  expect(ports.get('vnet0')).toMatchObject({
    ...{ fdbMacs: [guestMac.toLowerCase()], nativeVlan: { vlanNumber: 42 } },
  });
  expect(guest).toMatchObject({
    ...{ virtualizationType: 'Libvirt', vmId: uuid, vmName: 'web' },
    virtualizationService: { serviceDefinition: 'libvirt', host: { name: 'kvm-1' } },
    interfaces: [{ ifName: 'net0', macAddress: guestMac.toLowerCase(), operStatus: 'Up' }],
  });
});

test('the containers of the machine are its services, and its bridge belongs to the engine', async () => {
  const node = (await hosts()).find(({ name }) => name === 'kvm-1')!;
  const runtime = { serviceDefinition: 'Docker' };
  const services = node.services.map(({ name, serviceDefinition, virtualizationService }) => [
    ...[name, serviceDefinition, virtualizationService],
  ]);
  expect(services).toEqual(
    expect.arrayContaining([
      ['Docker', 'Docker', null],
      ['web', 'Docker Container', runtime],
      ['db', 'Docker Container', runtime],
      ['libvirt', 'libvirt', null],
    ]),
  );
  expect(node.ipAddresses.map(({ ipAddress, subnet }) => [ipAddress, subnet?.virtualizationService ?? null])).toEqual([
    ['10.98.0.9', null],
    ['172.18.0.2', runtime],
    ['172.18.0.3', runtime],
  ]);
});

test('another run changes nothing', async () => {
  const before = await hosts();
  await run(true);
  expect(await hosts()).toEqual(before);
});

test('a reading that ends early removes nothing, and gives warnings without the password', async () => {
  const before = (await hosts()).map(({ id, interfaces, ipAddresses }) => ({ id, interfaces, ipAddresses }));
  stub.reply = (command) => (command === 'ip -j neigh show' ? { text: '[', ending: 'drop' } : outputs[command]);
  const warnings = (await run(true)).join('\n');
  expect(warnings).toContain('Source ssh');
  expect(warnings).not.toContain(account.password);
  expect((await hosts()).map(({ id, interfaces, ipAddresses }) => ({ id, interfaces, ipAddresses }))).toEqual(before);
});
