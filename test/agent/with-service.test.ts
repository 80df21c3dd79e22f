// The agent with the real service: an API key alone is enough for a run that stores rows, and a second run leaves the
// same rows.
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { newFolder, noCollectors, removeFolder, startAgent } from './support/agent';
import type { DeviceFacts } from '../../src/agent/sources/snmp';

let world: World;
let daemon: DaemonCaller;
let state: string;
const servers: Server[] = [];
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];

async function listen(address: string, port: number, greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // The SSH server sends only its version line, and closes the connection at the first bytes of a handshake.
    socket.once('data', () => socket.destroy());
    socket.write(greeting);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return (server.address() as AddressInfo).port;
}

let port: number;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon({ isRegistered: false });
  state = newFolder();
  port = await listen(addresses[0]!, 0, 'SSH-2.0-One\r\n');
  await listen(addresses[1]!, port, 'RFB 003.008\n');
  await listen(addresses[2]!, port, '');
});
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await world.close();
  removeFolder(state);
});

/** A simulated switch with two addresses, a VLAN, a neighbor, and a machine in its ARP table. */
const device: DeviceFacts = {
  system: { name: 'switch-1', descr: 'A switch of a test', objectId: '1.3.6.1.4.1.8072' },
  entity: { manufacturer: 'Acme', model: 'S-48', serialNumber: '42' },
  chassisId: 'AA:BB:CC:00:00:01',
  interfaces: [
    {
      ...{ ifIndex: 1, name: 'ge1', descr: 'Port 1', type: 6, speedBps: 1e9, adminStatus: 'Up', operStatus: 'Up' },
      ...{ mac: 'AA:BB:CC:00:00:02', nativeVlan: 10, taggedVlans: [20], fdbMacs: ['AA:BB:CC:00:00:99'] },
      neighbors: [
        {
          ...{ protocol: 'LLDP', localPort: 'resolved', managementAddresses: ['10.99.0.9'], systemName: 'switch-2' },
          chassisId: { subtype: 'MacAddress', value: 'AA:BB:CC:00:00:50' },
          portId: { subtype: 'InterfaceName', value: 'ge7' },
        },
      ],
    },
    { ifIndex: 2, name: 'ge2', taggedVlans: [], fdbMacs: [], neighbors: [] },
  ],
  addresses: [
    { address: '127.0.0.4', prefixLength: 8, ifIndex: 1 },
    { address: '10.99.0.1', prefixLength: 24, ifIndex: 1 },
  ],
  arp: [{ address: '10.99.0.7', mac: '00:00:5E:00:53:07', ifIndex: 1 }],
  ...{ routes: [], fhrpGroups: [], routingNeighbors: [], wirelessClients: [] },
  vlans: [{ number: 10, name: 'Office' }, { number: 20 }],
  unplacedNeighbors: [],
  incomplete: [],
  notes: [],
  hasNeighborTable: true,
};

const run = async (more: Partial<Parameters<typeof startAgent>[0]> = {}) => {
  const summary = await startAgent({
    server: new URL(world.url),
    key: daemon.credential.key!,
    state,
    allow: ['127.0.0.2/31', '127.0.0.4'],
    once: true,
    settings: {
      ...{ rate: 10_000, allPorts: false, ports: [port], dockerSocket: '/none' },
      credentials: [{ version: 'v2c', community: 'public' }],
    },
    collectors: {
      ...noCollectors,
      trySnmp: async (address) => ({ outcome: address === '127.0.0.4' ? 'opened' : 'silent' }),
      readDevice: async () => device,
      findNames: async () => new Map([['127.0.0.2', [{ name: 'one.example.lan', source: 'ReverseDns' as const }]]]),
    },
    ...more,
  }).ended;
  return summary;
};

const inventory = () =>
  world.owner.query(`{
    hosts(filter: { network: { id: { eq: "${world.networkId}" } } }) { nodes {
      name hostname manufacturer model sysName chassisId
      ipAddresses { ipAddress macAddress subnet { cidr } }
      ports { number protocol }
      services { name serviceDefinition }
      interfaces { ifName ifIndex macAddress fdbMacs nativeVlan { vlanNumber name } taggedVlans { vlanNumber } }
    } }
    vlans(filter: { network: { id: { eq: "${world.networkId}" } } }) { nodes { vlanNumber name } }
  }`);

test('a key alone is enough: the daemon registers, scans, and its network has the rows', async () => {
  expect(await run()).toMatchObject({
    phase: 'Complete',
    machines: 4,
    ports: 3,
    devices: 1,
    services: 2,
    warnings: [],
  });
  const { hosts, vlans } = await inventory();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of a row depends on the query
  const at = (address: string): any =>
    hosts.nodes.find((host: { ipAddresses: { ipAddress: string }[] }) =>
      host.ipAddresses.some((one) => one.ipAddress === address),
    );
  expect(at('127.0.0.2')).toMatchObject({ name: 'one.example.lan', hostname: 'one.example.lan' });
  expect(at('127.0.0.2').services).toEqual([{ name: 'SSH', serviceDefinition: 'SSH' }]);
  expect(at('127.0.0.3').services).toEqual([{ name: 'vnc', serviceDefinition: 'vnc' }]);
  const foundMachine = at('127.0.0.4');
  expect(foundMachine).toMatchObject({
    name: 'switch-1',
    manufacturer: 'Acme',
    model: 'S-48',
    chassisId: 'AA:BB:CC:00:00:01',
  });
  expect(foundMachine.ipAddresses.map((one: { ipAddress: string }) => one.ipAddress)).toEqual([
    '127.0.0.4',
    '10.99.0.1',
  ]);
  expect(foundMachine.ipAddresses[1].subnet.cidr).toBe('10.99.0.0/24');
  expect(foundMachine.ports).toEqual(
    expect.arrayContaining([
      { number: 161, protocol: 'Udp' },
      { number: port, protocol: 'Tcp' },
    ]),
  );
  expect(foundMachine.interfaces).toEqual([
    expect.objectContaining({
      ifName: 'ge1',
      fdbMacs: ['aa:bb:cc:00:00:99'],
      nativeVlan: { vlanNumber: 10, name: 'Office' },
      taggedVlans: [{ vlanNumber: 20 }],
    }),
    expect.objectContaining({ ifName: 'ge2', nativeVlan: null, taggedVlans: [] }),
  ]);
  expect(at('10.99.0.7').ipAddresses).toEqual([
    { ipAddress: '10.99.0.7', macAddress: '00:00:5e:00:53:07', subnet: { cidr: '10.99.0.0/24' } },
  ]);
  expect(vlans.nodes).toEqual([
    { vlanNumber: 10, name: 'Office' },
    { vlanNumber: 20, name: 'VLAN 20' },
  ]);
  const evidence = await world.prisma.neighborEvidence.findMany({ where: { networkId: world.networkId } });
  expect(evidence).toMatchObject([{ lldpSysName: 'switch-2', lldpMgmtAddr: '10.99.0.9' }]);
});

test('the record of the run names every row that it saw', async () => {
  const [record] = await world.prisma.discovery.findMany({
    where: { networkId: world.networkId, runType: 'Historical' },
  });
  expect(record).toMatchObject({ results: { phase: 'Complete', progress: 100, hosts_discovered: 4, error: null } });
  const seenColumns = { networkId: world.networkId, lastDiscoveryId: record!.id };
  expect(await world.prisma.host.count({ where: seenColumns })).toBe(4);
  expect(await world.prisma.port.count({ where: seenColumns })).toBe(4);
  expect(await world.prisma.interface.count({ where: seenColumns })).toBe(2);
  expect(await world.prisma.vlan.count({ where: seenColumns })).toBe(2);
});

async function startSession(): Promise<void> {
  const where = { networkId: world.networkId, runType: 'Scheduled' as const };
  const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
  expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
}

test('a second run finds the same rows and creates none', async () => {
  /**
   * Reads the hosts that the service can recognize by chassis id or MAC address. Hosts that have only loopback
   * addresses cannot be recognized, because every machine has these addresses.
   */
  const readKnown = async () => {
    const { hosts, vlans } = await inventory();
    type ListedHost = { chassisId: string | null; ipAddresses: { macAddress: string | null }[] };
    const isKnown = (one: ListedHost) => one.chassisId !== null || one.ipAddresses.some(({ macAddress }) => macAddress);
    return { hosts: hosts.nodes.filter(isKnown), vlans };
  };
  const before = await readKnown();
  expect(before.hosts.length).toBeGreaterThan(0);
  await startSession();
  expect(await run()).toMatchObject({ phase: 'Complete', machines: 4 });
  expect(await readKnown()).toEqual(before);
});

test("containers have addresses on their engine's bridge at the agent's host, also after a second run", async () => {
  const ownSubnet = { address: '172.18.0.1', cidr: '172.18.0.0/16', interfaceName: 'docker0', isContainerBridge: true };
  const container = {
    ...{ id: 'c0ffee', name: 'web', image: 'nginx', state: 'running', labels: {}, ports: [] },
    networks: [{ name: 'shop', id: 'n', driver: 'bridge', subnets: [ownSubnet.cidr], addresses: ['172.18.0.2'] }],
  };
  const networks = [{ name: 'shop', driver: 'bridge', subnets: [ownSubnet.cidr] }];
  const engine = { runtime: 'Docker' as const, containers: [container], networks };
  const facts = { interfaces: [], addresses: [], arp: [], routes: [], incomplete: [] };
  const collectors = {
    ...noCollectors,
    localEngine: async () => engine,
    ownMachine: () => ({ name: 'probe', os: 'Linux', facts, engine }),
  };
  const bridges = async () => {
    const where = { networkId: world.networkId, subnetType: 'DockerBridge' as const };
    return world.prisma.subnet.findMany({
      where,
      select: {
        ...{ id: true, cidr: true, virtualizationService: { select: { serviceDefinition: true, hostId: true } } },
        ipAddresses: { select: { ipAddress: true, hostId: true }, orderBy: { position: 'asc' } },
      },
    });
  };
  await startSession();
  expect(await run({ ownSubnets: () => [ownSubnet], collectors })).toMatchObject({ phase: 'Complete', warnings: [] });
  const { hostId } = await world.prisma.daemon.findFirstOrThrow({ where: { networkId: world.networkId } });
  const first = await bridges();
  expect(first).toEqual([
    {
      ...{
        id: expect.any(String),
        cidr: ownSubnet.cidr,
        virtualizationService: { serviceDefinition: 'Docker', hostId },
      },
      ipAddresses: ['172.18.0.1', '172.18.0.2'].map((ipAddress) => ({ ipAddress, hostId })),
    },
  ]);
  const services = () =>
    world.prisma.service.findMany({
      where: { hostId, containerId: 'c0ffee' },
      select: {
        name: true,
        virtualizationService: { select: { serviceDefinition: true } },
        bindings: { select: { ipAddress: { select: { ipAddress: true } } } },
      },
    });
  const bound = await services();
  expect(bound).toEqual([
    {
      name: 'web',
      virtualizationService: { serviceDefinition: 'Docker' },
      bindings: [{ ipAddress: { ipAddress: '172.18.0.2' } }],
    },
  ]);
  await startSession();
  await run({ ownSubnets: () => [ownSubnet], collectors });
  expect([await bridges(), await services()]).toEqual([first, bound]);
});
