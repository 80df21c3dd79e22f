// Several data sources list the same machines. Whatever the order in which they are read, in one run or several, each
// machine is one host, each network card is one port, and a second run changes nothing. The last tests use inconsistent
// data.
import fc from 'fast-check';
import { macOfCard } from '../../src/platform/text/network-cards';
import { inventoryDiff, type Change } from '../support/inventory-diff';
import { answerOf, mac, type StubGuest } from './sources/proxmox/cluster-stub';
import { localChassisId, ManySources, SourceNetwork, sourceNames, type SourceName } from './support/many-sources';

let sources: ManySources;
beforeAll(async () => {
  sources = await new ManySources().start();
});
afterAll(() => sources.stop());
afterEach(() => sources.reset());

async function inNetwork(work: (network: SourceNetwork) => Promise<void>): Promise<void> {
  const network = await SourceNetwork.create(sources);
  try {
    await work(network);
  } finally {
    await network.close();
  }
}

type Hosts = Awaited<ReturnType<SourceNetwork['hosts']>>;
const byName = (hosts: Hosts) => new Map(hosts.map((one) => [one.name, one] as const));
const namesOf = (hosts: Hosts) => hosts.map(({ name }) => name).sort();
/** Facts that must not depend on the order in which the data sources are read. */
const factsOf = (hosts: Hosts) =>
  hosts
    .map(({ name, vmId, chassisId, virtualizationService, ipAddresses, interfaces }) => ({
      ...{ name, vmId, chassisId, hypervisor: virtualizationService?.host.name },
      addresses: ipAddresses.map(({ ipAddress, macAddress }) => `${ipAddress} ${macAddress}`),
      ports: interfaces.length,
      cards: cardsOf(interfaces),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
const cardsOf = (interfaces: Hosts[number]['interfaces']) =>
  interfaces
    .flatMap(({ ifName: name, ifType: type, macAddress }) => macOfCard({ mac: macAddress, type, name }) ?? [])
    .sort();
const idsOf = (hosts: Hosts) =>
  hosts.map(({ id, name, ipAddresses, interfaces }) => [
    ...[id, name, ipAddresses.map((one) => one.id)],
    interfaces.map((one) => one.id).sort(),
  ]);

const machines = [
  ...['Phone', 'ap-hall', 'core', 'db', 'dns', 'gateway', 'legacy', 'pc', 'proxy', 'pve1', 'pve2', 'spare'],
  ...['sw-access', 'web'],
];

/** Four plans. Each plan has all data sources in a random order, divided into runs of the agent. */
const plans = fc.sample(
  fc.tuple(
    fc.shuffledSubarray([...sourceNames], { minLength: sourceNames.length }),
    fc.subarray([1, 2, 3], { maxLength: 3 }),
  ),
  { numRuns: 4, seed: 45 },
);
const runsOf = (order: readonly SourceName[], cuts: readonly number[]): SourceName[][] =>
  [0, ...cuts].map((start, at) => order.slice(start, cuts[at]));
const planned = [
  ...plans.map(([order, cuts]) => runsOf(order, cuts)),
  sourceNames.map((name) => [name]),
  [...sourceNames].reverse().map((name) => [name]),
].map((runs) => [runs.map((names) => names.join('+')).join(', '), runs] as const);

let expectedFacts: ReturnType<typeof factsOf> | undefined;
test.each(planned)('%s', (_plan, runs) =>
  inNetwork(async (network) => {
    const firstIds = new Map<string, string>();
    for (const names of runs) {
      await network.run(names);
      const hosts = await network.hosts();
      for (const { id, ipAddresses } of hosts)
        for (const { ipAddress } of ipAddresses) {
          if (!firstIds.has(ipAddress)) firstIds.set(ipAddress, id);
          // Each address stays on the same host in all runs, whichever data source listed the machine first.
          expect([ipAddress, firstIds.get(ipAddress)]).toEqual([ipAddress, id]);
        }
      for (const { name, interfaces } of hosts)
        expect([name, new Set(cardsOf(interfaces)).size]).toEqual([name, cardsOf(interfaces).length]);
    }
    expect(namesOf(await network.hosts())).toEqual(machines);

    await network.run(sourceNames);
    const whole = factsOf(await network.hosts());
    expectedFacts ??= whole;
    expect(whole).toEqual(expectedFacts);
    const links = await network.links();
    expect(links).toEqual([
      'pve1 tap100i0 – web eth0, FDB',
      'pve1 tap101i0 – db net0, FDB',
      'pve1 tap102i0 – legacy net0, FDB',
      'pve1 tap102i1 – legacy net1, FDB',
      'pve2 veth103i0 – dns eth0, FDB',
      'pve2 veth104i0 – proxy eth0, FDB',
      'sw-access 0/1 – gateway Port 2, null',
      'sw-access 0/2 – ap-hall eth0, FDB',
      'sw-access 0/3 – pc, FDB',
      'sw-access 0/4 – core, null',
      'sw-access 0/6 – pve1, FDB',
    ]);
    expect(byName(await network.hosts()).get('sw-access')).toMatchObject({ chassisId: localChassisId });

    const before = idsOf(await network.hosts());
    await changesNothing(network, sourceNames);
    // Reading only some of the data sources keeps all hosts, addresses, ports and links.
    for (const names of runs) {
      await network.run(names);
      expect(idsOf(await network.hosts())).toEqual(before);
      expect(await network.links()).toEqual(links);
    }
  }),
);

/** Changes the guests in Proxmox VE's responses, by guest id. */
function changeGuests(changes: Readonly<Record<number, Partial<StubGuest>>>): void {
  sources.proxmox.reply = (request) => answerOf(request, (guest) => ({ ...guest, ...changes[guest.vmid] }));
}
const agentOf = (macAddress: string, address: string) => [
  {
    ...{ name: 'ens18', 'hardware-address': macAddress.toLowerCase() },
    'ip-addresses': [{ 'ip-address-type': 'ipv4', 'ip-address': address, prefix: 24 }],
  },
];
const byGuest = (hosts: Hosts) =>
  new Map(hosts.flatMap((one) => (one.vmId === null ? [] : [[one.vmId, one] as const])));
async function changesNothing(network: SourceNetwork, names: readonly SourceName[]): Promise<void> {
  const since = new Date();
  await network.run(names);
  const { nodes } = (await inventoryDiff(network.world, since, null)) as { readonly nodes: readonly Change[] };
  expect(nodes.map(({ kind, changeType, name, fields }) => [kind, changeType, name, fields])).toEqual([]);
}

test('a source that stops, or answers in part, takes nothing away', () =>
  inNetwork(async (network) => {
    await network.run(sourceNames);
    const before = [idsOf(await network.hosts()), await network.links()];
    for (const stub of [sources.proxmox, sources.unifi]) {
      stub.reply = () => 'half';
      expect((await network.run(sourceNames)).join()).toContain('Source ');
      expect([idsOf(await network.hosts()), await network.links()]).toEqual(before);
    }
    sources.ssh.reply = () => undefined;
    await network.run(sourceNames);
    expect([idsOf(await network.hosts()), await network.links()]).toEqual(before);
  }));

test('a MAC address that moves to another guest, with its address, takes no identity with it', () =>
  inNetwork(async (network) => {
    await network.run(['proxmox', 'unifi']);
    const before = byGuest(await network.hosts());
    changeGuests({
      100: { config: { agent: '1', net0: `virtio=${mac(9)},bridge=vmbr0` }, addresses: agentOf(mac(9), '10.99.0.109') },
      105: {
        ...{ status: 'running', config: { agent: '1', net0: `virtio=${mac(1)},bridge=vmbr0` } },
        addresses: agentOf(mac(1), '10.99.0.101'),
      },
    });
    await network.run(['proxmox']);
    const after = byGuest(await network.hosts());
    expect([...after].map(([id, host]) => [id, host.id]).sort()).toEqual(
      [...before].map(([id, host]) => [id, host.id]).sort(),
    );
    const summaryOf = (vmId: string) => {
      const { name, ipAddresses, interfaces } = after.get(vmId)!;
      return [name, ipAddresses.map(({ ipAddress }) => ipAddress), cardsOf(interfaces)];
    };
    expect(summaryOf('100')).toEqual(['web', ['10.99.0.109'], [mac(9).toLowerCase()]]);
    expect(summaryOf('105')).toEqual(['spare', ['10.99.0.101'], [mac(1).toLowerCase()]]);
    await changesNothing(network, ['proxmox']);
  }));

test.each<[string, Partial<StubGuest>]>([
  [
    'the MAC address and the name',
    {
      ...{ name: 'web', config: { agent: '1', net0: `virtio=${mac(1)},bridge=vmbr0` } },
      addresses: agentOf(mac(1), '10.99.0.109'),
    },
  ],
  ['the name', { name: 'web' }],
])('a copy of a guest that has %s of the other one is a machine of its own', (_what, copy) =>
  inNetwork(async (network) => {
    changeGuests({ 105: { status: 'running', ...copy } });
    const read: SourceName[] = ['unifi', 'proxmox', 'ssh'];
    await network.run(read);
    const hosts = await network.hosts();
    const guests = byGuest(hosts);
    expect([...guests.keys()].sort()).toEqual(['100', '101', '102', '103', '104', '105']);
    expect(new Set([...guests.values()].map(({ id }) => id)).size).toBe(6);
    expect(
      hosts
        .filter(({ name }) => name === 'web')
        .map(({ vmId }) => vmId)
        .sort(),
    ).toEqual(['100', '105']);
    expect(guests.get('100')!.ipAddresses.map(({ ipAddress }) => ipAddress)).toEqual(['10.99.0.101']);
    await changesNothing(network, read);
    for (const name of read) {
      await network.run([name]);
      expect(idsOf(await network.hosts())).toEqual(idsOf(hosts));
    }
  }),
);
