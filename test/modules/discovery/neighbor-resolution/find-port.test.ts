// Finding the port at the other end: by its name in all notations of vendors and users, by number, or by one of several
// addresses.
import { findPort } from '../../../../src/modules/discovery/neighbor-resolution/find-port';
import type { EvidenceRow, PortRow } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { NetworkIndex } from '../../../../src/modules/discovery/neighbor-resolution/network-index';
import { address, cdp, host, lldp, mac, network, port } from './network';

type PortId = NonNullable<EvidenceRow['portId']>;

/** The name of the port of host `b` to which a report from `a` refers. `ports` are `[ifName, ifDescr, fields]`. */
function foundAmong(
  ports: readonly (readonly [string, string?, Partial<PortRow>?])[],
  report: Partial<EvidenceRow> | PortId,
): string {
  const rows = ports.map(([ifName, ifDescr = null, fields], at) => port(`b/${at}`, { ifName, ifDescr, ...fields }));
  const index = new NetworkIndex(
    network({
      hosts: [host('a'), host('b')],
      ports: [port('a/1'), ...rows],
      addresses: [address('b', '10.0.0.1')],
    }),
  );
  const fields = 'subtype' in report ? { portId: report } : report;
  const foundPort = findPort(index, 'b', (fields.devicePort ? cdp : lldp)('a/1', fields));
  return typeof foundPort === 'string' ? foundPort : (index.ports.get(foundPort.portId)!.ifName ?? 'without a name');
}

it.each([
  ['Gi1/0/12', 'GigabitEthernet1/0/12'],
  ['GigabitEthernet1/0/12', 'Gi1/0/12'],
  ['Gi 1/0/12', 'gi1/0/12'],
  ['gigabitEthernet 1/0/12 : copper', 'gigabitEthernet 1/0/12'],
  ['GE1/0/12', 'GigabitEthernet1/0/12'],
  ['Ten-GigabitEthernet1/0/12', 'XGE1/0/12'],
  ['XGigabitEthernet0/0/12', 'XGE0/0/12'],
  ['10GE1/0/12', 'TenGigE1/0/12'],
  ['Te1/1/12', 'TenGigabitEthernet1/1/12'],
  ['Eth1/12', 'Ethernet1/12'],
  ['Et12', 'Ethernet12'],
  ['Hu1/0/12', 'HundredGigE1/0/12'],
  ['Po12', 'port-channel12'],
  ['Eth-Trunk12', 'eth-trunk 12'],
])('"%s" matches the port %s and no other', (id, name) => {
  const others: [string][] = [['Vlan12'], ['mgmt0'], [name.replace('12', '13')], [`x${name.replace('12', '2')}`]];
  expect(foundAmong([...others, [name]], { subtype: 'InterfaceName', value: id })).toBe(name);
  expect(foundAmong([...others, [name]], { devicePort: id })).toBe(name);
});

it('an exact name is preferred to another notation; notations of two ports match none', () => {
  const both: [string][] = [['Te1/1'], ['TenGigabitEthernet1/1']];
  expect(foundAmong(both, { subtype: 'InterfaceName', value: 'Te1/1' })).toBe('Te1/1');
  expect(foundAmong(both, { subtype: 'InterfaceName', value: 'XGE1/1' })).toBe('AmbiguousPort');
});

describe('a bare number', () => {
  const ports: [string, string?, Partial<PortRow>?][] = [
    ['g1', 'Switch Port 1', { ifIndex: 41 }],
    ['g2', 'Switch Port 2', { ifIndex: 2 }],
    ['42', 'Switch Port 9', { ifIndex: 43 }],
    ['g7', 'Switch Port 42', { ifIndex: 42 }],
  ];

  it.each([
    ['InterfaceName', '41', 'g1'],
    ['LocallyAssigned', '41', 'g1'],
    ['PortComponent', '2', 'g2'],
    ['LocallyAssigned', '42', '42'],
    ['LocallyAssigned', '1', 'g1'],
    ['LocallyAssigned', '1/2', 'g2'],
    ['LocallyAssigned', '2/2', 'UnknownPort'],
  ] as const)('in %s, %s matches %s', (subtype, value, expectedText) => {
    expect(foundAmong(ports, { subtype, value })).toBe(expectedText);
  });
});

it.each([
  ['Port 4 on Unit 1', '1/4'],
  ['Ethernet Port on unit 1, port 4', '1/4'],
])('"%s" matches the port 1/4', (descr, value) => {
  const ports: [string, string][] = [3, 4, 5].map((number) => [
    `p${number}`,
    `Maker ${descr.replace('4', String(number))}`,
  ]);
  expect(foundAmong(ports, { subtype: 'LocallyAssigned', value })).toBe('p4');
  expect(foundAmong(ports, { portDescription: 'RMON Port 4 on Unit 1' })).toBe('p4');
  expect(foundAmong(ports, { subtype: 'LocallyAssigned', value: '2/4' })).toBe('UnknownPort');
});

it('a path of RouterOS matches its last part', () => {
  const ports: [string][] = [['bridge'], ['bond1'], ['ether2']];
  expect(foundAmong(ports, { subtype: 'InterfaceName', value: 'bridge/bond1/ether2' })).toBe('ether2');
});

it('a Junos unit matches its port, and the port its unit if there is no other', () => {
  const unit: [string, string?, Partial<PortRow>?] = ['ge-0/0/1.0', undefined, { ifIndex: 512 }];
  expect(foundAmong([unit, ['ge-0/0/1']], { subtype: 'LocallyAssigned', value: '512' })).toBe('ge-0/0/1');
  expect(foundAmong([unit], { subtype: 'LocallyAssigned', value: '512' })).toBe('ge-0/0/1.0');
  expect(foundAmong([unit], { subtype: 'InterfaceName', value: 'ge-0/0/1' })).toBe('ge-0/0/1.0');
});

it('of interfaces with one MAC address, the physical one with an address matches, else the only one', () => {
  const sharedMac = { macAddress: mac(1) };
  const id: PortId = { subtype: 'MacAddress', value: mac(1) };
  const vlan: [string, string?, Partial<PortRow>?] = [
    'vlan1',
    undefined,
    { ...sharedMac, ifType: 135, ipAddressId: '10.0.0.1' },
  ];
  const physical = (name: string, fields = {}): [string, string?, Partial<PortRow>?] => [
    name,
    undefined,
    { ...sharedMac, ifType: 6, ...fields },
  ];
  expect(foundAmong([vlan, physical('e1')], id)).toBe('e1');
  expect(foundAmong([vlan, physical('e1'), physical('e2')], id)).toBe('AmbiguousPort');
  const bond = physical('bond0', { isAggregate: true, ipAddressId: '10.0.0.1' });
  expect(foundAmong([bond, physical('e1')], id)).toBe('e1');
  expect(foundAmong([bond, physical('e1'), physical('e2')], id)).toBe('AmbiguousPort');
  expect(foundAmong([vlan, physical('e1'), physical('e2', { ipAddressId: '10.0.0.1' })], id)).toBe('e2');
});
