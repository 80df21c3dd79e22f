// Neighbors whose chassis id was assigned by software or an administrator. If other evidence agrees, such a neighbor is
// the host that a controller has reported with the vendor's MAC address.
import type { EvidenceRow, Inventory } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, host, lldp, mac, network, port } from './network';

/**
 * The switch `a`, and the switch `b` with what a controller reports about it: MAC address, names, IP address and port.
 */
const storedInventory: Partial<Inventory> = {
  hosts: [host('a'), host('b', { chassisId: mac(9), names: ['Access-Switch', 'access.example'] })],
  addresses: [address('b', '10.0.0.2', mac(9))],
  ports: [port('a/1'), port('b/1', { ifName: 'Port 1', macAddress: mac(10) })],
};
type Heard = Partial<EvidenceRow>;
const assignedChassisIds: readonly (readonly [string, Heard])[] = [
  ['a locally assigned MAC address', { chassisId: { subtype: 'MacAddress', value: '02:1b:21:00:00:01' } }],
  ['a locally assigned text', { chassisId: { subtype: 'LocallyAssigned', value: 'rack-7' } }],
  ['a component', { chassisId: { subtype: 'ChassisComponent', value: 'unit-1' } }],
];
const ofVendor: Heard = { chassisId: { subtype: 'MacAddress', value: mac(20) } };

/** The ids of the hosts at the other ends of the links of port `a/1`. The id of an inferred host begins with `new`. */
function farHosts(heard: Heard, rows: Partial<Inventory> = {}): string[] {
  const evidence = [lldp('a/1', heard)];
  const { links } = resolveNeighbors(network({ ...storedInventory, ...rows, evidence }), (key) => `new ${key}`);
  return links.map(({ remoteInterfaceId, remoteHostId }) => remoteHostId ?? remoteInterfaceId!.split('/')[0]!);
}
const inferred = (heard: Heard) => [`new ${heard.chassisId!.value}`];

const ties: readonly (readonly [string, Heard])[] = [
  ['its management address', { managementAddress: '10.0.0.2', sysName: 'other' }],
  ['another of its management addresses', { managementAddress: 'fe80::1', otherManagementAddresses: ['10.0.0.2'] }],
  ['the MAC address of its port', { portId: { subtype: 'MacAddress', value: mac(10) } }],
  ['a port with the MAC address that the controller knows', { portId: { subtype: 'MacAddress', value: mac(9) } }],
  ['its name', { sysName: 'access-switch' }],
  ['its host name', { sysName: 'access.example' }],
];
const pairs = assignedChassisIds.flatMap(([chassisKind, id]) =>
  ties.map(([tie, heard]) => [chassisKind, tie, { ...heard, ...id }] as const),
);

test.each(pairs)('%s: the device is known by %s', (_chassisKind, _tie, heard) => {
  expect(farHosts(heard)).toEqual(['b']);
});

test.each(ties)('another MAC address of a vendor is another device, whatever else is equal: %s', (_tie, heard) => {
  expect(farHosts({ ...heard, ...ofVendor })).toEqual(inferred(ofVendor));
});

describe.each(assignedChassisIds)('%s', (_chassisKind, id) => {
  test('and a name are not enough if the management address is not one of the host', () => {
    const heard: Heard = { ...id, sysName: 'access-switch', managementAddress: '10.0.0.77' };
    expect(farHosts(heard)).toEqual(inferred(heard));
    const read = storedInventory.hosts!.map((one) => (one.id === 'b' ? { ...one, sysName: 'access-switch' } : one));
    expect(farHosts(heard, { hosts: read })).toEqual(inferred(heard));
  });

  test('and a name are not enough if two hosts have the name, or a name is that of many devices', () => {
    const twin = host('c', { names: ['access-switch'] });
    const heard: Heard = { ...id, sysName: 'access-switch' };
    expect(farHosts(heard, { hosts: [...storedInventory.hosts!, twin] })).toEqual(inferred(heard));
    const factory: Heard = { ...id, sysName: 'localhost' };
    const renamed = [host('a'), host('b', { chassisId: mac(9), names: ['localhost'] })];
    expect(farHosts(factory, { hosts: renamed })).toEqual(inferred(factory));
  });

  test('alone is another device', () => expect(farHosts(id)).toEqual(inferred(id)));

  test('of a port whose MAC address two hosts have is not guessed', () => {
    const heard: Heard = { ...id, portId: { subtype: 'MacAddress', value: mac(10) } };
    const hosts = [...storedInventory.hosts!, host('c')];
    expect(
      farHosts(heard, { hosts, ports: [...storedInventory.ports!, port('c/1', { macAddress: mac(10) })] }),
    ).toEqual([]);
  });
});
