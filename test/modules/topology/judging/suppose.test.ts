// Tests what-if changes of a network: the effect of each change, and its errors. A what-if failure cuts off the same
// nodes that `computeImpact` returns for it.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Inventory, InventoryNeighbor } from '../../../../src/modules/topology/graph/inventory';
import type { RequestOptions, View } from '../../../../src/modules/topology/graph/options';
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { shortestPath } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops, findReachable } from '../../../../src/modules/topology/graph/questions/stops';
import { judge } from '../../../../src/modules/topology/judging/judge';
import {
  changeErrorTexts,
  type Change,
  type ChangeError,
} from '../../../../src/modules/topology/judging/supposing/changes';
import { changeKinds, suppose, supposeFacts } from '../../../../src/modules/topology/judging/supposing/suppose';
import { inventories, withAggregates } from '../graph/inventories';
import { brief, instant, network, type NetworkSpec } from './networks';

const options: RequestOptions = {
  containerRules: { L2Physical: [], L3Logical: [], Workloads: [], Application: [] },
  ...{ elementRules: [], hideEntities: {}, hideMetadataValues: {} },
};
const stopsOf = (inventory: Inventory, view: View) => {
  const prepared = prepareInventory(inventory, options);
  return buildStops(view, prepared.lookup, buildGraph(prepared, view));
};
const resultOf = (inventory: Inventory, ...changes: Change[]): Inventory => {
  const { result, errors } = suppose(inventory, changes, instant);
  expect(errors).toEqual([]);
  return result!;
};

/** Inventories in which no host runs on another host, so that the loss of a host takes no virtual machines with it. */
const separate = inventories.map((inventory) => ({
  ...inventory,
  hosts: inventory.hosts.map((host) => ({ ...host, virtualizationServiceId: null })),
}));
/**
 * Inventories in which the port at the far end of a cable often reports the cable too, with or without naming the port
 * at the near end.
 */
const answered = fc
  .tuple(separate, fc.array(fc.constantFrom('Nothing', 'Host', 'Port'), { minLength: 20, maxLength: 20 }))
  .map(([inventory, answers]) => {
    const reports = inventory.interfaces.flatMap(({ id, hostId, neighbors }) =>
      neighbors.map(({ interfaceId: farId }) => ({ id, hostId, farId })),
    );
    const answersOf = (portId: string): InventoryNeighbor[] =>
      reports.flatMap(({ id, hostId, farId }, at): InventoryNeighbor | readonly InventoryNeighbor[] => {
        if (farId !== portId || answers[at] === 'Nothing') return [];
        return { interfaceId: answers[at] === 'Port' ? id : null, hostId, protocol: 'LLDP', basis: null };
      });
    const interfaces = inventory.interfaces.map((port) => ({
      ...port,
      neighbors: [...port.neighbors, ...answersOf(port.id)],
    }));
    return { ...inventory, interfaces };
  });
/** The nodes that the root reaches before the what-if change, but not after it. */
function lostStops(before: Inventory, after: Inventory, view: View, root: string, lostId: string): string[] {
  const [first, second] = [stopsOf(before, view), stopsOf(after, view)];
  const reached = new Set([root, ...findReachable(second.graph, second.at(root))]);
  return [...findReachable(first.graph, first.at(root))].filter((stop) => !reached.has(stop) && stop !== lostId).sort();
}

describe.each(['L2Physical', 'L3Logical'] as const)('%s', (view) => {
  test.each(['HostRemoved', 'HostFails'] as const)(
    '%s: what is lost is the impact of the host, for every host',
    (kind) =>
      fc.assert(
        fc.property(separate, (inventory) => {
          const stops = stopsOf(inventory, view);
          for (const { id: hostId } of inventory.hosts)
            for (const { id: root } of inventory.hosts) {
              if (root === hostId || !stops.graph.hasNode(root)) continue;
              const after = resultOf(inventory, { kind, hostId });
              expect(lostStops(inventory, after, view, root, hostId)).toEqual(
                computeImpact(stops, root, [hostId]).unreachable,
              );
            }
        }),
        { numRuns: 100 },
      ),
  );
});

/** Compares what the roots lose by changes of ports with the impact of the failure of these ports. */
function expectImpactOf(inventory: Inventory, kinds: readonly PortChange[], ids: readonly string[]): void {
  const stops = stopsOf(inventory, 'L2Physical');
  for (const { id: root } of inventory.hosts) {
    if (!stops.graph.hasNode(root)) continue;
    const expected = computeImpact(stops, root, ids).unreachable;
    for (const kind of kinds) {
      const after = resultOf(inventory, ...ids.map((interfaceId) => ({ kind, interfaceId })));
      expect([kind, lostStops(inventory, after, 'L2Physical', root, '')]).toEqual([kind, expected]);
    }
  }
}
type PortChange = 'InterfaceFails' | 'InterfaceRemoved' | 'PortDisconnected';

test('a failed port loses what its failure takes away, even if one end of a cable is known by its host alone', () =>
  fc.assert(
    fc.property(answered, (inventory) => {
      for (const { id } of inventory.interfaces)
        expectImpactOf(inventory, ['InterfaceFails', 'InterfaceRemoved', 'PortDisconnected'], [id]);
    }),
    { numRuns: 200 },
  ));

test('ports that fail one after the other lose what their failure takes away together', () =>
  fc.assert(
    fc.property(answered, fc.nat(), fc.nat(), (inventory, one, other) => {
      const ids = inventory.interfaces.map(({ id }) => id);
      fc.pre(ids.length > 0);
      const failing = [...new Set([ids[one % ids.length]!, ids[other % ids.length]!])];
      expectImpactOf(inventory, ['InterfaceFails', 'PortDisconnected'], failing);
    }),
    { numRuns: 300 },
  ));

test('a failed aggregate, or member of one, loses what its failure takes away', () =>
  fc.assert(
    fc.property(withAggregates(answered), (inventory) => {
      for (const { id } of inventory.interfaces) expectImpactOf(inventory, ['InterfaceFails'], [id]);
    }),
    { numRuns: 200 },
  ));

const isSwitch = { role: 'Switch' } as const;
const spec: NetworkSpec = {
  hosts: {
    a: isSwitch,
    b: isSwitch,
    hv: { role: 'Hypervisor' },
    vm: { virtualizationServiceId: 'pve', isVirtual: true },
  },
  cables: [
    ['a:1', 'b:1'],
    ['hv:1', 'b:2'],
  ],
  ports: { 'a:2': { operStatus: 'Down' }, 'b:3': { operStatus: 'Down' }, 'a:po': { ifType: 161 } },
  subnets: { lan: { cidr: '10.0.0.0/24' }, dmz: { cidr: '10.0.1.0/24' } },
  addresses: [
    { hostId: 'a', subnetId: 'lan', ipAddress: '10.0.0.1' },
    { hostId: 'vm', subnetId: 'lan', ipAddress: '10.0.0.2' },
  ],
  services: { pve: { hostId: 'hv', software: { isHypervisor: true }, ports: ['8006/Tcp'] } },
  vlans: { v10: 10, v20: 20 },
};
const { inventory } = network(spec);
const portIn = ({ interfaces }: Inventory, portId: string) => interfaces.find(({ id }) => id === portId)!;
const hostIn = ({ hosts }: Inventory, hostId: string) => hosts.find(({ id }) => id === hostId);

test('a host that fails takes its virtual machines with it, and ports at the other ends are down', () => {
  const after = resultOf(inventory, { kind: 'HostFails', hostId: 'hv' });
  expect([hostIn(after, 'hv')!.missingSince, hostIn(after, 'vm')!.missingSince]).toEqual([instant, instant]);
  expect(hostIn(after, 'a')!.missingSince).toBeNull();
  expect(portIn(after, 'b:2').operStatus).toBe('Down');
  expect(portIn(after, 'b:1').operStatus).toBe('Up');
});

test('a host that is removed leaves no reference; its virtual machines stay', () => {
  const after = resultOf(inventory, { kind: 'HostRemoved', hostId: 'hv' });
  expect(JSON.stringify(after)).not.toMatch(/"hv|"pve/);
  expect(hostIn(after, 'vm')!.virtualizationServiceId).toBeNull();
});

test('an aggregate is down if all its members are', () => {
  const bundled = network({
    ...spec,
    ports: { ...spec.ports, 'a:1': { aggregateId: 'a:po' }, 'a:3': { aggregateId: 'a:po' } },
  }).inventory;
  const one = resultOf(bundled, { kind: 'InterfaceFails', interfaceId: 'a:1' });
  expect([portIn(one, 'a:1').operStatus, portIn(one, 'a:po').operStatus]).toEqual(['Down', 'Up']);
  const both = resultOf(one, { kind: 'InterfaceFails', interfaceId: 'a:3' });
  expect(portIn(both, 'a:po').operStatus).toBe('Down');
  const whole = resultOf(bundled, { kind: 'InterfaceFails', interfaceId: 'a:po' });
  expect(['a:1', 'a:3', 'b:1'].map((id) => portIn(whole, id).operStatus)).toEqual(['Down', 'Down', 'Down']);
});

test('a failed port whose far end is known by its host alone is a cable that is down at both ends', () => {
  const halves = network({
    hosts: { a: isSwitch, b: isSwitch },
    cables: [
      ['a:1', 'b'],
      ['b:1', 'a'],
    ],
  }).inventory;
  const after = resultOf(halves, { kind: 'InterfaceFails', interfaceId: 'a:1' });
  expect(after.interfaces.flatMap(({ neighbors }) => neighbors.map(({ downSince }) => downSince))).toEqual([
    instant,
    instant,
  ]);
});

test('cables that one end knows by their ports and the other end by their host are the same cables', () => {
  const facts = network({
    hosts: { a: isSwitch, b: isSwitch },
    cables: [
      ['a:1', 'b:1'],
      ['a:2', 'b:2'],
    ],
  });
  const interfaces = facts.inventory.interfaces.map((port) =>
    port.hostId === 'a'
      ? port
      : { ...port, neighbors: port.neighbors.map((neighbor) => ({ ...neighbor, interfaceId: null })) },
  );
  const halfKnown = { ...facts, inventory: { ...facts.inventory, interfaces } };
  const survives = { kind: 'SurvivesAnyFailure', rootHostIds: ['a'] } as const;
  expect(judge(halfKnown, survives, { hostIds: ['b'] }).state).toBe('Passing');
  for (const kind of ['InterfaceFails', 'InterfaceRemoved', 'PortDisconnected'] as const)
    for (const [interfaceId, otherId] of [
      ['a:1', 'a:2'],
      ['b:1', 'b:2'],
    ] as const) {
      const { result } = supposeFacts(halfKnown, [{ kind, interfaceId }]);
      expect(judge(result!, survives, { hostIds: ['b'] }).state).toBe('Failing');
      const both = resultOf(halfKnown.inventory, { kind, interfaceId }, { kind, interfaceId: otherId });
      expect(lostStops(halfKnown.inventory, both, 'L2Physical', 'a', '')).toEqual(['b']);
      expectImpactOf(halfKnown.inventory, [kind], [interfaceId, otherId]);
    }
  // A cable that is down already is unplugged at both ends too.
  const unplugged = resultOf(
    halfKnown.inventory,
    { kind: 'InterfaceFails', interfaceId: 'a:1' },
    { kind: 'PortDisconnected', interfaceId: 'a:1' },
  );
  expect(['a:1', 'b:1', 'b:2'].map((id) => portIn(unplugged, id).neighbors.length)).toEqual([0, 0, 1]);
});

test('a port that reports a host has a cable of its own, even beside a cable between known ports of the two hosts', () => {
  const facts = network({
    hosts: { a: isSwitch, b: isSwitch },
    cables: [
      ['a:1', 'b:1'],
      ['a:2', 'b'],
    ],
  });
  const survives = { kind: 'SurvivesAnyFailure', rootHostIds: ['a'] } as const;
  expect(judge(facts, survives, { hostIds: ['b'] }).state).toBe('Passing');
  const stops = stopsOf(facts.inventory, 'L2Physical');
  for (const id of ['a:1', 'a:2', 'b:1']) expect(computeImpact(stops, 'a', [id]).unreachable).toEqual([]);
  expect(computeImpact(stops, 'a', ['a:1', 'a:2']).unreachable).toEqual(['b']);
  // The path shows the cable whose ports are known.
  const { lookup } = prepareInventory(facts.inventory, options);
  expect(shortestPath(stops, lookup, 'a', 'b')!.hops[0]).toMatchObject({ outInterfaceId: 'a:1' });
});

test('connecting, disconnecting and connecting anew', () => {
  const connected = resultOf(inventory, { kind: 'PortsConnected', interfaceId: 'a:2', otherInterfaceId: 'b:3' });
  expect([portIn(connected, 'a:2').operStatus, portIn(connected, 'b:3').operStatus]).toEqual(['Up', 'Up']);
  expect(stopsOf(connected, 'L2Physical').graph.edges('a', 'b')).toHaveLength(2);
  const afterReplug = resultOf(
    inventory,
    { kind: 'PortDisconnected', interfaceId: 'a:1' },
    { kind: 'PortsConnected', interfaceId: 'a:1', otherInterfaceId: 'b:3' },
  );
  expect(portIn(afterReplug, 'b:1').neighbors).toEqual([]);
  expect(portIn(afterReplug, 'b:3').neighbors).toMatchObject([{ interfaceId: 'a:1', hostId: 'a', basis: 'Manual' }]);
});

test('the VLANs of a port are those of its aggregate', () => {
  const bundled = network({
    ...spec,
    ports: { ...spec.ports, 'a:1': { aggregateId: 'a:po', taggedVlanIds: ['v20'] } },
  });
  const change = { kind: 'VlansSet', interfaceId: 'a:1', nativeVlanId: null, taggedVlanIds: ['v10', 'v10'] } as const;
  const after = resultOf(bundled.inventory, change);
  expect(['a:1', 'a:po', 'b:1'].map((id) => portIn(after, id).taggedVlanIds)).toEqual([['v10'], ['v10'], []]);
});

test('an address moves to another host, or becomes another address', () => {
  const ipAddressId = 'a 10.0.0.1 lan';
  const afterMove = resultOf(inventory, { kind: 'AddressMoved', ipAddressId, hostId: 'b' });
  expect(afterMove.ipAddresses[0]).toMatchObject({ hostId: 'b', subnetId: 'lan', ipAddress: '10.0.0.1' });
  const twice = resultOf(inventory, { kind: 'AddressMoved', ipAddressId, ipAddress: '10.0.0.2' });
  const facts = { ...network(spec), inventory: twice };
  expect(judge(facts, { kind: 'NoAddressTwice' }, {}).state).toBe('Failing');
});

test.each(['HostFails', 'HostRemoved'] as const)('%s of all gateways leaves a subnet without a gateway', (kind) => {
  const gateways: NetworkSpec = {
    hosts: { pc: { role: 'Pc' }, r1: { role: 'Router' }, r2: { role: 'Router' } },
    subnets: { lan: { cidr: '10.0.0.0/24' } },
    addresses: ['pc', 'r1', 'r2'].map((hostId, at) => ({ hostId, subnetId: 'lan', ipAddress: `10.0.0.${at + 1}` })),
    virtualAddresses: [{ ipAddress: '10.0.0.9', namespace: '', hostIds: ['r1', 'r2'] }],
    nextHops: [{ hostId: 'pc', ipAddress: '10.0.0.2' }],
  };
  const stateAfter = (...hostIds: string[]) =>
    judge(
      supposeFacts(
        network(gateways),
        hostIds.map((hostId) => ({ kind, hostId })),
      ).result!,
      { kind: 'EverySubnetHasGateway' },
      {},
    ).state;
  expect([stateAfter(), stateAfter('r1'), stateAfter('r1', 'r2')]).toEqual(['Passing', 'Passing', 'Failing']);
});

test('a device is added with ports, cables and addresses, and checks know its role', () => {
  const device: Change = {
    ...{ kind: 'DeviceAdded', hostId: 'new', name: 'New', role: 'Switch' },
    ports: [
      { interfaceId: 'new:1', name: '1', connectedTo: 'a:2' },
      { interfaceId: 'new:2', name: '2', connectedTo: 'b:3' },
    ],
    addresses: [{ ipAddressId: 'new address', subnetId: 'lan', ipAddress: '10.0.0.9' }],
  };
  const facts = network(spec);
  const rule = { kind: 'SurvivesAnyFailure', rootHostIds: ['b'] } as const;
  expect(brief(judge(facts, rule, { hostIds: ['a'] }))[0]).toBe('Failing');
  const { result } = supposeFacts(facts, [device]);
  expect(brief(judge(result!, rule, { hostIds: ['a', 'new'] }))).toEqual(['Passing']);
  // A later change may refer to a row that an earlier change adds.
  const failing = supposeFacts(facts, [device, { kind: 'InterfaceFails', interfaceId: 'new:2' }]);
  expect(brief(judge(failing.result!, rule, { hostIds: ['a'] }))[0]).toBe('Failing');
});

const device = (more: object): Change => ({
  ...{ kind: 'DeviceAdded', hostId: 'new', name: 'New', role: null, ports: [], addresses: [] },
  ...more,
});

test('what names nothing, or cannot be, is an error of that change, and nothing is supposed', () => {
  const cases: [Change, Omit<ChangeError, 'at'>][] = [
    [
      { kind: 'HostFails', hostId: 'x' },
      { code: 'no_such_host', params: { id: 'x' } },
    ],
    [
      { kind: 'HostRemoved', hostId: 'x' },
      { code: 'no_such_host', params: { id: 'x' } },
    ],
    [
      { kind: 'InterfaceFails', interfaceId: 'x' },
      { code: 'no_such_interface', params: { id: 'x' } },
    ],
    [
      { kind: 'InterfaceRemoved', interfaceId: 'x' },
      { code: 'no_such_interface', params: { id: 'x' } },
    ],
    [
      { kind: 'PortDisconnected', interfaceId: 'x' },
      { code: 'no_such_interface', params: { id: 'x' } },
    ],
    [
      { kind: 'PortsConnected', interfaceId: 'a:2', otherInterfaceId: 'a:po' },
      { code: 'same_host', params: { id: 'a:2', otherId: 'a:po' } },
    ],
    [
      { kind: 'PortsConnected', interfaceId: 'a:2', otherInterfaceId: 'b:1' },
      { code: 'port_in_use', params: { id: 'b:1' } },
    ],
    [
      { kind: 'VlansSet', interfaceId: 'a:1', nativeVlanId: 'v99', taggedVlanIds: [] },
      { code: 'no_such_vlan', params: { id: 'v99' } },
    ],
    [
      { kind: 'AddressMoved', ipAddressId: 'x' },
      { code: 'no_such_address', params: { id: 'x' } },
    ],
    [
      { kind: 'AddressMoved', ipAddressId: 'a 10.0.0.1 lan', subnetId: 'x' },
      { code: 'no_such_subnet', params: { id: 'x' } },
    ],
    [
      { kind: 'AddressMoved', ipAddressId: 'a 10.0.0.1 lan', subnetId: 'dmz' },
      { code: 'address_outside_subnet', params: { address: '10.0.0.1', id: 'dmz' } },
    ],
    [device({ hostId: 'a' }), { code: 'id_in_use', params: { id: 'a' } }],
    [device({ ports: [{ interfaceId: 'new', name: '1' }] }), { code: 'id_in_use', params: { id: 'new' } }],
  ];
  for (const [change, error] of cases) {
    const fails: Change = { kind: 'HostFails', hostId: 'b' };
    expect(suppose(inventory, [fails, change], instant)).toEqual({ result: null, errors: [{ at: 1, ...error }] });
  }
  expect(new Set(cases.map(([, { code }]) => code))).toEqual(new Set(Object.keys(changeErrorTexts)));
  expect(new Set(cases.map(([{ kind }]) => kind))).toEqual(new Set(changeKinds));
});

test('a device takes the id of no row, of whatever kind', () => {
  const tagged = network({ ...spec, tags: ['blue'] }).inventory;
  const group = { id: 'group', name: '', groupType: 'RequestPath', memberType: 'Services', memberIds: [] } as const;
  const full: Inventory = { ...tagged, groups: [group] };
  for (const kind of Object.keys(full) as (keyof Inventory)[]) {
    const rows: readonly { readonly id: string }[] = full[kind];
    expect([kind, rows.length]).not.toEqual([kind, 0]);
    for (const { id } of rows)
      for (const change of [
        device({ hostId: id }),
        device({ ports: [{ interfaceId: id, name: '1' }] }),
        device({ addresses: [{ ipAddressId: id, subnetId: 'lan', ipAddress: '10.0.0.9' }] }),
      ])
        expect(suppose(full, [change], instant)).toEqual({
          result: null,
          errors: [{ at: 0, code: 'id_in_use', params: { id } }],
        });
  }
});

test('without changes, and in lists that no change touches, the rows are the same objects', () => {
  expect(suppose(inventory, [], instant).result).toBe(inventory);
  const after = resultOf(inventory, { kind: 'PortsConnected', interfaceId: 'a:2', otherInterfaceId: 'b:3' });
  expect(after.hosts).toBe(inventory.hosts);
  expect(
    after.interfaces
      .filter((port, at) => port !== inventory.interfaces[at])
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a:2', 'b:3']);
});
