// Files about machines that earlier files have described: nothing that an earlier file has given is lost, in whatever
// order the files are imported.
import fc from 'fast-check';
import { csvHeader, csvLines } from '../../../../../src/platform/http/csv';
import type { StoredHost } from '../../../../../src/modules/discovery/importing/plan/host-draft';
import { MemoryNetwork } from './memory-network';

const mac = '00:1b:21:00:00:07';
const kea = {
  v4: `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id\n10.0.0.21,${mac},,4000,4102444800,1,0,0,laptop,0,,0\n`,
  v6: `address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,hwaddr,state,user_context,hwtype,hwaddr_source,pool_id\n2001:db8:1::21,00:01:00:01:2b:00:00:00:00:1b:21:00:00:07,4000,4102444800,1,3000,0,7,128,0,0,laptop,${mac},0,,1,2,0\n`,
};
const nmap = (ip: string) =>
  `<?xml version="1.0"?>\n<nmaprun scanner="nmap"><host><status state="up" reason="nd-response"/><address addr="${ip}" addrtype="${ip.includes(':') ? 'ipv6' : 'ipv4'}"/><address addr="${mac.toUpperCase()}" addrtype="mac"/></host><runstats/></nmaprun>\n`;
const neighbours = (...ips: string[]) =>
  JSON.stringify(ips.map((dst) => ({ dst, dev: 'eth0', lladdr: mac, state: ['REACHABLE'] })));

const linkLocal = 'fe80::21b:21ff:fe00:7';
const files = {
  'kea-leases4.csv': { file: kea.v4, ips: ['10.0.0.21'] },
  'kea-leases6.csv': { file: kea.v6, ips: ['2001:db8:1::21'] },
  'nmap -6': { file: nmap('2001:db8:1::99'), ips: ['2001:db8:1::99'] },
  // The machine is a router with the same MAC address in two VLANs.
  'ip -4 neigh': { file: neighbours('10.0.1.1'), ips: ['10.0.1.1'] },
  'ip -6 neigh': { file: neighbours(linkLocal, '2001:db8:2::7'), ips: [linkLocal, '2001:db8:2::7'] },
};
type FileName = keyof typeof files;

function* ordersOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [at, first] of items.entries())
    for (const rest of ordersOf(items.filter((_one, index) => index !== at))) yield [first, ...rest];
}

const addressesOf = ({ hosts }: MemoryNetwork) => hosts.flatMap(({ addresses }) => addresses);

test('files about one machine: all of their addresses are stored, and a second round changes nothing', async () => {
  const expectedIps = Object.values(files)
    .flatMap(({ ips }) => ips)
    .sort();
  for (const order of ordersOf(Object.keys(files) as FileName[])) {
    const network = new MemoryNetwork();
    for (const name of order) await network.importFile(files[name].file);
    const [host, ...others] = network.hosts;
    expect({
      order,
      ips: addressesOf(network)
        .map(({ ipAddress }) => ipAddress)
        .sort(),
      others,
    }).toEqual({
      order,
      ips: expectedIps,
      others: [],
    });
    for (const name of order) {
      const actions = (await network.importFile(files[name].file)).map(({ action }) => action);
      expect({ order, name, actions }).toEqual({ order, name, actions: files[name].ips.map(() => 'Match') });
    }
    expect(network.hosts).toEqual([host]);
  }
});

test('an IPv4 address that changes within its subnet replaces the former one, and keeps its row', async () => {
  const network = new MemoryNetwork();
  await network.importFile(kea.v4);
  await network.importFile(kea.v6);
  const ids = addressesOf(network).map(({ id }) => id);
  await network.importFile(kea.v4.replace('10.0.0.21', '10.0.0.77'));
  expect(addressesOf(network).map(({ ipAddress }) => ipAddress)).toEqual(['10.0.0.77', '2001:db8:1::21']);
  expect(addressesOf(network).map(({ id }) => id)).toEqual(ids);
});

describe('container bridges, whose prefix and addresses are the same at each runtime', () => {
  const idOf = (kind: number, ...numbers: number[]) =>
    `0000000${kind}-0000-4000-8000-${numbers
      .map((one) => String(one).padStart(4, '0'))
      .join('')
      .padStart(12, '0')}`;
  const bridgeCidr = '172.17.0.0/16';
  const networkOf = (runtimesOfHosts: readonly number[]): MemoryNetwork => {
    const lan = { id: idOf(1), cidr: '10.0.0.0/24', name: 'lan', subnetType: 'Lan', sourceType: 'Discovery' };
    const bridges = runtimesOfHosts.flatMap((runtimes, host) =>
      Array.from({ length: runtimes }, (_one, runtime) => ({
        ...{ id: idOf(2, host, runtime), cidr: bridgeCidr, name: 'bridge', subnetType: 'DockerBridge' },
        ...{ sourceType: 'Discovery', virtualizationServiceId: idOf(3, host, runtime) },
      })),
    );
    const network = new MemoryNetwork({ subnets: [lan, ...bridges] });
    network.hosts = runtimesOfHosts.map((runtimes, at) => {
      const hostId = idOf(4, at);
      const own = { ipAddress: `10.0.0.${at + 1}`, subnetId: lan.id, subnetCidr: lan.cidr };
      const onBridges = Array.from({ length: runtimes }, (_one, runtime) =>
        [1, 2].map((n) => ({ ipAddress: `172.17.0.${n}`, subnetId: idOf(2, at, runtime), subnetCidr: bridgeCidr })),
      ).flat();
      const addresses = [own, ...onBridges].map((one, position) => ({
        ...{ ...one, id: idOf(5, at, position), hostId, position, name: null, answersForOthers: false },
        macAddress: `02:42:00:00:${String(at).padStart(2, '0')}:${String(position).padStart(2, '0')}`,
      }));
      return {
        ...{ ports: [], interfaces: [], services: [], bindings: [], evidence: [] },
        ...{ documentedLinks: [], taggedVlans: [], addresses },
        host: { id: hostId, name: `docker-${at}`, sourceType: 'Discovery', createdAt: new Date(at), formerMacs: [] },
      } as unknown as StoredHost;
    });
    return network;
  };
  const exportOf = (network: MemoryNetwork, { withSubnets }: { withSubnets: boolean }): string => {
    const columns = ['host_id', ...(withSubnets ? ['subnet_id'] : []), 'ip_address', 'mac_address'].map((one) => [one]);
    const rows = network.hosts.flatMap(({ host, addresses }) =>
      addresses.map(({ subnetId, ipAddress, macAddress }) => ({
        ...{ host_id: host.id, subnet_id: subnetId, ip_address: ipAddress, mac_address: macAddress },
      })),
    );
    return csvHeader(columns) + csvLines(columns, rows);
  };
  const placesOf = (network: MemoryNetwork) =>
    network.hosts
      .flatMap(({ host, addresses }) =>
        addresses.map(
          ({ subnetId, ipAddress, macAddress }) => `${host.id} ${ipAddress} ${subnetId} ${macAddress ?? ''}`,
        ),
      )
      .sort();
  const runtimes = fc.array(fc.nat(2), { minLength: 1, maxLength: 4 });

  test('an export changes nothing; without its subnets, no address enters the bridge of another host', async () => {
    await fc.assert(
      fc.asyncProperty(runtimes, fc.boolean(), async (runtimesOfHosts, withSubnets) => {
        // Without the id of its subnet, the same address at two runtimes of one host cannot be told apart.
        const network = networkOf(withSubnets ? runtimesOfHosts : runtimesOfHosts.map((one) => Math.min(one, 1)));
        const before = placesOf(network);
        const rows = await network.importFile(exportOf(network, { withSubnets }));
        expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['Match']));
        expect(placesOf(network)).toEqual(before);
      }),
    );
  });

  test('an address that was deleted since returns to the bridge of its own host', async () => {
    await fc.assert(
      fc.asyncProperty(runtimes, fc.nat(), async (runtimesOfHosts, pick) => {
        const network = networkOf(runtimesOfHosts);
        const [before, file] = [placesOf(network), exportOf(network, { withSubnets: true })];
        const all = addressesOf(network);
        const lost = all[pick % all.length]!;
        network.hosts = network.hosts.map((one) => ({
          ...one,
          addresses: one.addresses.filter((row) => row !== lost),
        }));
        await network.importFile(file);
        expect(placesOf(network)).toEqual(before);
      }),
    );
  });

  test('a file without ids of hosts: the other addresses of the machine tell whose bridge it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(), async (hosts, pick) => {
        const network = networkOf(Array.from({ length: hosts }, () => 1));
        const before = placesOf(network);
        const name = `docker-${pick % hosts}`;
        const line = (netbox: string, object: object) => `${JSON.stringify({ netbox, object })}\n`;
        const device = { id: 1, name };
        const ips = [`10.0.0.${(pick % hosts) + 1}/24`, '172.17.0.1/16'];
        const file =
          line('dcim/devices', device) +
          ips.map((_ip, id) => line('dcim/interfaces', { id, device, name: `eth${id}` })).join('') +
          ips
            .map((address, id) => {
              const port = { id, name: `eth${id}`, device };
              const assigned = {
                assigned_object_type: 'dcim.interface',
                assigned_object_id: id,
                assigned_object: port,
              };
              return line('ipam/ip-addresses', { id, address, ...assigned });
            })
            .join('');
        await network.importFile(file);
        expect(placesOf(network)).toEqual(before);
      }),
    );
  });
});

describe('machines without addresses', () => {
  interface Machine {
    readonly number: number;
    readonly name: string;
    readonly isVirtual: boolean;
    readonly hasSerial: boolean;
    readonly hasMac: boolean;
  }
  const line = (netbox: string, object: object) => `${JSON.stringify({ netbox, object })}\n`;
  const netBoxLines = ({ number: id, name, isVirtual, hasSerial, hasMac }: Machine): string => {
    const port = { id, name: 'eth0', ...(hasMac && { mac_address: `00:1b:21:00:01:${10 + id}` }) };
    return isVirtual
      ? line('virtualization/virtual-machines', { id, name, ...(hasSerial && { serial: `VM-88${id}` }) }) +
          line('virtualization/interfaces', { ...port, virtual_machine: { id, name } })
      : line('dcim/devices', { id, name, ...(hasSerial && { serial: `FOC123${id}` }) }) +
          line('dcim/interfaces', { ...port, device: { id, name } });
  };
  const fileOf = (machines: readonly Machine[]) => machines.map(netBoxLines).join('');
  const machine = fc.record({
    number: fc.nat(40),
    name: fc.constantFrom('sw1', 'web', 'pdu'),
    ...{ isVirtual: fc.boolean(), hasSerial: fc.boolean(), hasMac: fc.boolean() },
  });
  const lists = fc.uniqueArray(machine, { selector: ({ number }) => number, minLength: 1, maxLength: 6 });

  test('the first import creates a host for each of them, whatever their names; the next one changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (machines) => {
        const network = new MemoryNetwork();
        await network.importFile(fileOf(machines));
        expect(network.hosts).toHaveLength(machines.length);
        const { hosts } = network;
        const actions = (await network.importFile(fileOf(machines))).map(({ action }) => action);
        expect(actions).not.toEqual(expect.arrayContaining([expect.stringMatching(/Create|Change/)]));
        expect(network.hosts).toEqual(hosts);
      }),
    );
  });

  test('no import replaces a serial number or MAC address that identifies another machine', async () => {
    await fc.assert(
      fc.asyncProperty(lists, lists, async (machines, others) => {
        const network = new MemoryNetwork();
        await network.importFile(fileOf(machines));
        const { hosts } = network;
        await network.importFile(fileOf(others));
        for (const before of hosts) {
          const after = network.hosts.find(({ host }) => host.id === before.host.id)!;
          expect(after.host.serialNumber ?? null).toBe(before.host.serialNumber ?? after.host.serialNumber ?? null);
          const [macBefore, macAfter] = [before, after].map(({ interfaces }) => interfaces[0]?.macAddress ?? null);
          expect(macAfter).toBe(macBefore ?? macAfter);
        }
      }),
    );
  });

  test('rows of one id are one host, even if the network does not have the id', async () => {
    const network = new MemoryNetwork();
    const id = '0c6f8ac0-1111-4111-8111-111111111111';
    const rows = await network.importFile(`id,name,hostname,sys_object_id\n${id},printer,,\n${id},printer,,\n`);
    expect(rows.map(({ action, sameAsLine }) => [action, sameAsLine])).toEqual([
      ['Create', null],
      ['Match', 2],
    ]);
  });
});
