// Which changes of a plan have been made in the real network (`reachedChanges`), and which have not.
import fc from 'fast-check';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import type { Change } from '../../../../src/modules/topology/judging/supposing/changes';
import { reachedChanges } from '../../../../src/modules/topology/judging/supposing/reached';
import { suppose } from '../../../../src/modules/topology/judging/supposing/suppose';
import { inventories } from '../graph/inventories';
import { instant, network } from './networks';

const lan = { hosts: { a: {}, b: {}, c: {} }, subnets: { lan: { cidr: '10.0.0.0/24' } }, vlans: { v: 7, w: 8 } };
const inventoryOf = (more: object = {}): Inventory =>
  network({
    ...lan,
    cables: [['a:1', 'b:1']],
    ports: { 'a:2': {}, 'c:1': { nativeVlanId: 'v', taggedVlanIds: ['v', 'w'] } },
    addresses: [{ id: 'ip', hostId: 'a', subnetId: 'lan', ipAddress: '10.0.0.9' }],
    ...more,
  }).inventory;
const before = inventoryOf();
const after = (...changes: Change[]): Inventory => suppose(before, changes, instant).result!;

const changes: readonly Change[] = [
  { kind: 'HostFails', hostId: 'a' },
  { kind: 'HostRemoved', hostId: 'a' },
  { kind: 'InterfaceFails', interfaceId: 'a:1' },
  { kind: 'InterfaceRemoved', interfaceId: 'a:1' },
  { kind: 'PortsConnected', interfaceId: 'a:2', otherInterfaceId: 'c:1' },
  { kind: 'PortDisconnected', interfaceId: 'a:1' },
  { kind: 'PortDisconnected', interfaceId: 'b:1' },
  { kind: 'VlansSet', interfaceId: 'c:1', nativeVlanId: null, taggedVlanIds: ['w'] },
  { kind: 'AddressMoved', ipAddressId: 'ip', hostId: 'b' },
  { kind: 'AddressMoved', ipAddressId: 'ip', ipAddress: '10.0.0.10' },
  { kind: 'DeviceAdded', hostId: 'new', name: 'new', role: null, ports: [], addresses: [] },
];

test.each(changes)('$kind holds after it, and not before', (change) => {
  expect(reachedChanges(before, [change])).toEqual([]);
  expect(reachedChanges(after(change), [change])).toEqual([0]);
});

test('any change that is possible in any network holds after it', () => {
  const picked = fc.record({ inventory: inventories, at: fc.nat(), other: fc.nat() });
  fc.assert(
    fc.property(picked, ({ inventory, at, other }) => {
      const { interfaces, hosts, ipAddresses, vlans } = inventory;
      const pick = <Row extends { readonly id: string }>(rows: readonly Row[], index: number): string =>
        rows[index % Math.max(1, rows.length)]?.id ?? 'none';
      const [interfaceId, hostId] = [pick(interfaces, at), pick(hosts, at)];
      const possible: readonly Change[] = [
        { kind: 'HostFails', hostId },
        { kind: 'HostRemoved', hostId },
        { kind: 'InterfaceFails', interfaceId },
        { kind: 'InterfaceRemoved', interfaceId },
        { kind: 'PortDisconnected', interfaceId },
        { kind: 'PortsConnected', interfaceId, otherInterfaceId: pick(interfaces, other) },
        { kind: 'VlansSet', interfaceId, nativeVlanId: null, taggedVlanIds: vlans.map(({ id }) => id) },
        { kind: 'AddressMoved', ipAddressId: pick(ipAddresses, at), hostId: pick(hosts, other) },
      ];
      for (const change of possible) {
        const { result } = suppose(inventory, [change], instant);
        if (result) expect([change, reachedChanges(result, [change])]).toEqual([change, [0]]);
      }
    }),
    { numRuns: 200 },
  );
});

const device: Change = {
  ...{ kind: 'DeviceAdded', hostId: 'planned', name: 'Switch 9', role: 'Switch' },
  ports: [
    { interfaceId: 'planned:1', name: 'ge-0', connectedTo: 'a:2' },
    { interfaceId: 'planned:2', name: 'ge-1' },
  ],
  addresses: [{ ipAddressId: 'planned ip', subnetId: 'lan', ipAddress: '10.0.0.20' }],
};
const later: Change = { kind: 'PortsConnected', interfaceId: 'planned:2', otherInterfaceId: 'c:1' };

/**
 * The network after discovery has found the switch that the change `device` plans. The rows of the switch have other
 * ids than in `device`.
 */
const discovered = (cables: readonly (readonly [string, string])[], address = '10.0.0.20', name = 'switch 9') =>
  inventoryOf({
    hosts: { ...lan.hosts, real: { displayName: name } },
    cables: [['a:1', 'b:1'], ...cables],
    ports: { 'a:2': {}, 'c:1': {}, 'real:1': { displayName: 'ge-0' }, 'real:2': { displayName: 'GE-1' } },
    addresses: [{ id: 'real ip', hostId: 'real', subnetId: 'lan', ipAddress: address }],
  });

test('a device is found again by its name, ports, cables and addresses, and later changes mean its real rows', () => {
  const first = discovered([['real:1', 'a:2']]);
  expect(reachedChanges(first, [device, later])).toEqual([0]);
  const both = discovered([
    ['real:1', 'a:2'],
    ['c:1', 'real:2'],
  ]);
  expect(reachedChanges(both, [device, later])).toEqual([0, 1]);
  // The change `later` connects a port of the planned switch. Without the change `device`, which plans the switch, it
  // is not known which real port this is.
  expect(reachedChanges(both, [later])).toEqual([]);
});

test('a device that lacks a cable or an address, or has another name, is not the planned one', () => {
  for (const inventory of [
    discovered([]),
    discovered([['real:1', 'a:2']], '10.0.0.21'),
    discovered([['real:1', 'a:2']], '10.0.0.20', 'switch 8'),
  ])
    expect(reachedChanges(inventory, [device])).toEqual([]);
});

test('a cable that is down is no cable', () => {
  const change: Change = { kind: 'PortsConnected', interfaceId: 'a:1', otherInterfaceId: 'b:1' };
  expect(reachedChanges(before, [change])).toEqual([0]);
  const failed = after({ kind: 'InterfaceFails', interfaceId: 'a:1' });
  expect(reachedChanges(failed, [change])).toEqual([]);
  expect(reachedChanges(failed, [{ kind: 'PortDisconnected', interfaceId: 'a:1' }])).toEqual([0]);
});
