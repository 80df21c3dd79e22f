// NetBox objects, in the forms of its REST API, become hosts with their ports, subnets and VLANs.
import { netboxLine, type NetboxList } from '../../../../../src/modules/discovery/importing/formats/netbox';
import { readEntries, host, pickHosts, pickRefusals } from './reading';

const lines = (...objects: [NetboxList, Record<string, unknown>][]) =>
  objects.map(([list, object]) => netboxLine(list, object)).join('');
const choice = (value: string) => ({ value, label: value });

const device = (
  id: number,
  name: string,
  more: Record<string, unknown> = {},
): [NetboxList, Record<string, unknown>] => [
  'dcim/devices',
  {
    id,
    url: `https://netbox.example/api/dcim/devices/${id}/`,
    name,
    device_type: {
      id: 4,
      manufacturer: { id: 1, name: 'Juniper', slug: 'juniper' },
      model: 'EX4300',
      slug: 'ex4300',
    },
    role: { id: 1, name: 'Access' },
    platform: { id: 1, name: 'Junos 21' },
    serial: `S${id}`,
    site: { id: 1, name: 'Lyon' },
    location: null,
    rack: { id: 2, name: 'R1' },
    status: choice('active'),
    description: '',
    tags: [{ id: 1, name: 'core', slug: 'core', color: '9e9e9e' }],
    custom_fields: { owner: 'x' },
    ...more,
  },
];
const port = (id: number, owner: number, name: string, more: Record<string, unknown> = {}) =>
  [
    'dcim/interfaces',
    {
      ...{ id, device: { id: owner, name: `sw${owner}` }, name, label: '', type: choice('1000base-t'), enabled: true },
      ...{ mac_address: null, speed: null, description: '', mode: null, untagged_vlan: null, tagged_vlans: [] },
      ...{ connected_endpoints: null, connected_endpoints_type: null, connected_endpoints_reachable: null },
      ...more,
    },
  ] as [NetboxList, Record<string, unknown>];
const address = (writtenText: string, more: Record<string, unknown> = {}) =>
  [
    'ipam/ip-addresses',
    {
      ...{ id: 1, address: writtenText, status: choice('active'), role: null, dns_name: '', description: '' },
      ...{ assigned_object_type: null, assigned_object_id: null, assigned_object: null },
      ...more,
    },
  ] as [NetboxList, Record<string, unknown>];
const onPort = (id: number, owner: number, name: string) => ({
  assigned_object_type: 'dcim.interface',
  assigned_object_id: id,
  assigned_object: { id, device: { id: owner, name: `sw${owner}` }, name },
});

describe('an export of NetBox', () => {
  it('has devices with their ports, addresses and cables', async () => {
    const file = lines(
      device(1, 'sw1'),
      device(2, 'sw2', { tags: [], description: 'spare' }),
      port(5, 1, 'ge-0/0/1', {
        ...{ mac_address: '00:11:22:33:44:55', speed: 1_000_000, description: 'to sw2' },
        ...{ mode: choice('tagged'), untagged_vlan: { id: 7, vid: 10 }, tagged_vlans: [{ vid: 30 }, { vid: 20 }] },
        connected_endpoints: [{ id: 6, device: { id: 2, name: 'sw2' }, name: 'ge-0/0/2' }],
        connected_endpoints_type: 'dcim.interface',
        connected_endpoints_reachable: true,
      }),
      port(6, 2, 'ge-0/0/2', { enabled: false, primary_mac_address: { id: 1, mac_address: '00:11:22:33:44:66' } }),
      address('10.0.0.1/24', { dns_name: 'sw1.example', ...onPort(5, 1, 'ge-0/0/1') }),
      address('fd00::1/64', { dns_name: 'other.example', ...onPort(5, 1, 'ge-0/0/1') }),
    );
    const common = { manufacturer: 'Juniper', model: 'EX4300', os: 'Junos 21', sysLocation: 'Lyon, R1' };
    const mac = '00:11:22:33:44:55';
    expect(pickHosts(await readEntries(file))).toEqual([
      host({
        ...common,
        ...{ name: 'sw1', hostname: 'sw1.example', serialNumber: 'S1', tags: ['core'] },
        addresses: [
          { ip: '10.0.0.1', prefixLength: 24, mac },
          { ip: 'fd00::1', prefixLength: 64, mac },
        ],
        interfaces: [
          {
            ...{ ifName: 'ge-0/0/1', ifAlias: 'to sw2', speedBps: 1_000_000_000, adminStatus: 'Up', mac },
            ...{ ip: '10.0.0.1', nativeVlan: 10, taggedVlans: [20, 30] },
            neighbors: [],
            cables: [{ host: 'sw2', port: 'ge-0/0/2' }],
          },
        ],
      }),
      host({
        ...common,
        ...{ name: 'sw2', description: 'spare', serialNumber: 'S2' },
        interfaces: [{ ifName: 'ge-0/0/2', adminStatus: 'Down', mac: '00:11:22:33:44:66', neighbors: [], cables: [] }],
      }),
    ]);
  });

  it('has virtual machines, whose ids may equal those of devices', async () => {
    const file = lines(
      device(1, 'sw1'),
      [
        'virtualization/virtual-machines',
        { id: 1, name: 'vm1', status: choice('active'), platform: { name: 'Debian' } },
      ],
      ['virtualization/interfaces', { id: 5, virtual_machine: { id: 1, name: 'vm1' }, name: 'eth0', enabled: true }],
      address('10.0.0.7/24', {
        assigned_object_type: 'virtualization.vminterface',
        assigned_object: { id: 5, virtual_machine: { id: 1, name: 'vm1' }, name: 'eth0' },
      }),
    );
    expect(pickHosts(await readEntries(file))[1]).toEqual(
      host({
        ...{ name: 'vm1', os: 'Debian', addresses: [{ ip: '10.0.0.7', prefixLength: 24 }] },
        interfaces: [{ ifName: 'eth0', adminStatus: 'Up', ip: '10.0.0.7', neighbors: [] }],
      }),
    );
  });

  it('has prefixes, VLANs, and addresses with DNS names', async () => {
    const file = lines(
      ['ipam/vlans', { id: 1, vid: 10, name: 'servers', status: choice('active'), description: 'Racks' }],
      ['ipam/prefixes', { id: 1, prefix: '10.0.0.0/24', status: choice('active'), vlan: { vid: 10, name: 'servers' } }],
      ['ipam/prefixes', { id: 2, prefix: '10.0.1.0/24', status: choice('active'), description: 'Guests', vlan: null }],
      ['ipam/prefixes', { id: 3, prefix: '10.0.2.0/24', status: choice('active') }],
      address('10.0.0.20/32', { dns_name: 'printer.example' }),
    );
    expect(await readEntries(file)).toEqual([
      { kind: 'Vlan', line: 1, number: 10, name: 'servers', description: 'Racks' },
      { kind: 'Subnet', line: 2, cidr: '10.0.0.0/24', name: 'servers' },
      { kind: 'Subnet', line: 3, cidr: '10.0.1.0/24', name: 'Guests', description: 'Guests' },
      { kind: 'Subnet', line: 4, cidr: '10.0.2.0/24' },
      {
        ...{ kind: 'Host', line: 5 },
        host: host({ hostname: 'printer.example', addresses: [{ ip: '10.0.0.20', prefixLength: 32 }] }),
      },
    ]);
  });

  it('reports the objects that are skipped', async () => {
    const file = lines(
      device(1, 'sw1'),
      device(2, 'sw2', { status: choice('planned') }),
      port(9, 2, 'ge-0/0/9'),
      address('10.0.0.2/24', onPort(9, 2, 'ge-0/0/9')),
      address('10.0.0.254/24', { role: choice('vrrp'), ...onPort(5, 1, 'ge-0/0/1') }),
      address('10.0.0.9/24', { status: choice('deprecated') }),
      address('10.0.0.10/24'),
      address('10.0.0.11/33'),
      address('224.0.0.1/4'),
      ['ipam/prefixes', { id: 1, prefix: '10.0.0.0/8', status: choice('container') }],
      ['ipam/prefixes', { id: 2, prefix: 'x' }],
      ['ipam/vlans', { id: 1, vid: 4095, name: 'x' }],
    );
    const entries = await readEntries(file);
    expect(pickRefusals(entries)).toEqual([
      '2 not_in_use dcim/devices sw2: is planned',
      '3 unknown_reference dcim/interfaces ge-0/0/9: its device is not in the file',
      '4 unknown_reference ipam/ip-addresses 10.0.0.2/24: its device is not in the file',
      '5 shared_address ipam/ip-addresses 10.0.0.254/24: several machines share it',
      '6 not_in_use ipam/ip-addresses 10.0.0.9/24: is deprecated',
      '7 unknown_reference ipam/ip-addresses 10.0.0.10/24: assigned to nothing',
      '8 invalid_value ipam/ip-addresses 10.0.0.11/33: no address',
      '9 no_host_address ipam/ip-addresses 224.0.0.1/4: no address of a host',
      '10 not_in_use ipam/prefixes 10.0.0.0/8: is container',
      '11 invalid_value ipam/prefixes x: no prefix',
      '12 invalid_value ipam/vlans x: no VLAN number or no name',
    ]);
    expect(pickHosts(entries)).toHaveLength(1);
  });

  it('separates prefixes and addresses by VRF; of VRFs with one name the first is used', async () => {
    const vrf = (id: number, name: string) => ({ vrf: { id, name, rd: null } });
    const prefix = (id: number, more: object): [NetboxList, Record<string, unknown>] => [
      'ipam/prefixes',
      { id, prefix: '10.0.0.0/24', status: choice('active'), ...more },
    ];
    const file = lines(
      prefix(1, {}),
      prefix(2, vrf(1, 'blue')),
      prefix(3, vrf(2, 'blue')),
      address('10.0.0.7/24', { dns_name: 'a.example', ...vrf(1, 'blue') }),
      address('10.0.0.7/24', { dns_name: 'b.example', vrf: null }),
      address('10.0.0.8/24', { dns_name: 'c.example', ...vrf(2, 'blue') }),
    );
    const entries = await readEntries(file);
    expect(entries.filter(({ kind }) => kind === 'Subnet')).toEqual([
      { kind: 'Subnet', line: 1, cidr: '10.0.0.0/24' },
      { kind: 'Subnet', line: 2, cidr: '10.0.0.0/24', namespace: 'blue' },
    ]);
    expect(pickHosts(entries).map(({ addresses }) => addresses[0]!.namespace)).toEqual(['blue', undefined]);
    expect(pickRefusals(entries)).toEqual([
      '3 ambiguous_namespace ipam/prefixes 10.0.0.0/24: several VRFs are called "blue"',
      '6 ambiguous_namespace ipam/ip-addresses 10.0.0.8/24: several VRFs are called "blue"',
    ]);
  });

  it('separates them by site on request: that of the prefix, the device or the enclosing prefix', async () => {
    const at = (id: number, name: string) => ({ id, name });
    const prefix = (id: number, writtenText: string, more: object): [NetboxList, Record<string, unknown>] => [
      'ipam/prefixes',
      { id, prefix: writtenText, status: choice('active'), ...more },
    ];
    const file = lines(
      device(1, 'sw1', { site: at(1, 'Lyon') }),
      port(5, 1, 'ge-0/0/1'),
      prefix(1, '10.0.0.0/24', { scope_type: 'dcim.site', scope: at(1, 'Lyon') }),
      prefix(2, '10.0.0.0/24', { site: at(2, 'Oslo') }),
      prefix(3, '10.1.0.0/16', { site: at(2, 'Oslo') }),
      prefix(4, '10.0.0.0/8', { scope_type: 'dcim.region', scope: at(1, 'Europe') }),
      address('10.1.0.1/24', onPort(5, 1, 'ge-0/0/1')),
      address('10.1.0.2/24', { dns_name: 'a.example' }),
      address('10.2.0.2/24', { dns_name: 'b.example' }),
      address('10.0.0.9/24', { dns_name: 'c.example' }),
    );
    const entries = await readEntries(file, 'NetBox', { namespaceBy: 'Site' });
    const subnets = entries.flatMap((one) => (one.kind === 'Subnet' ? [[one.cidr, one.namespace]] : []));
    expect(subnets).toEqual([
      ['10.0.0.0/24', 'Lyon'],
      ['10.0.0.0/24', 'Oslo'],
      ['10.1.0.0/16', 'Oslo'],
      ['10.0.0.0/8', undefined],
    ]);
    const placedAddresses = pickHosts(entries).flatMap(({ addresses }) =>
      addresses.map(({ ip, namespace }) => [ip, namespace]),
    );
    expect(placedAddresses.sort()).toEqual([
      ['10.1.0.1', 'Lyon'],
      ['10.1.0.2', 'Oslo'],
      ['10.2.0.2', undefined],
    ]);
    expect(pickRefusals(entries)).toEqual([
      '10 ambiguous_namespace ipam/ip-addresses 10.0.0.9/24: several sites have the prefix of 10.0.0.9',
    ]);
  });

  it('reports undecided cases: several MAC addresses, VLANs of several sites, FHRP groups', async () => {
    const mac = (n: number) => ({ id: n, mac_address: `00:11:22:33:44:0${n}` });
    const file = lines(
      device(1, 'sw1'),
      port(5, 1, 'a', { mac_addresses: [mac(1)] }),
      port(6, 1, 'b', { mac_addresses: [mac(2), mac(3)] }),
      port(7, 1, 'c', { mac_addresses: [mac(4), mac(5)], primary_mac_address: mac(5) }),
      ['ipam/vlans', { id: 1, vid: 10, name: 'servers', site: { id: 1, name: 'Lyon' } }],
      ['ipam/vlans', { id: 2, vid: 10, name: 'guests', group: { id: 1, name: 'Oslo VLANs' } }],
      address('10.0.0.254/24', { assigned_object_type: 'ipam.fhrpgroup', assigned_object: { id: 3, name: 'gw' } }),
    );
    const entries = await readEntries(file);
    expect(pickHosts(entries)[0]!.interfaces.map(({ ifName, mac }) => [ifName, mac])).toEqual([
      ['a', '00:11:22:33:44:01'],
      ['b', undefined],
      ['c', '00:11:22:33:44:05'],
    ]);
    expect(pickRefusals(entries)).toEqual([
      '3 ambiguous_value dcim/interfaces b: several MAC addresses, none of them primary: it is read without one',
      '6 repeated ipam/vlans guests: VLAN 10 is "servers" of Lyon already, and one in a network: "guests" of Oslo VLANs is left out',
      '7 shared_address ipam/ip-addresses 10.0.0.254/24: several machines share it',
    ]);
  });

  it('has no cables to objects other than ports, nor with a missing end', async () => {
    const end = [{ id: 6, device: { id: 2, name: 'sw2' }, name: 'x' }];
    const file = lines(
      device(1, 'sw1'),
      port(1, 1, 'a', { connected_endpoints: end, connected_endpoints_type: 'circuits.circuittermination' }),
      port(2, 1, 'b', {
        ...{ connected_endpoints: end, connected_endpoints_type: 'dcim.interface' },
        connected_endpoints_reachable: false,
      }),
    );
    expect(pickHosts(await readEntries(file))[0]!.interfaces.map(({ cables }) => cables)).toEqual([[], []]);
  });

  it.each([
    [
      'has other lines',
      '{"netbox":"dcim/devices","object":{"id":1}}\n{"netbox":"dcim/cables","object":{}}\n',
      'malformed',
      2,
    ],
    ['has lines that are no JSON', '{"netbox":"dcim/devices","object":{"id":1}}\nx\n', 'malformed', 2],
    ['breaks off', '{"netbox":"dcim/devices","object":{"id":1}}\n{"netbox":"dcim/dev', 'truncated', 2],
  ])('that %s is refused', async (_what, text, code, line) => {
    await expect(readEntries(text)).rejects.toMatchObject({ code, line });
  });
});
