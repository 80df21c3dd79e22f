// Files about machines that earlier files have described: nothing that an earlier file has given is lost, in whatever
// order the files are imported.
import fc from 'fast-check';
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
