// Links from ARP tables alone: a router's port leads to a machine only if the machine is alone on its segment and no
// switch is in between.
import fc from 'fast-check';
import type {
  AddressRow,
  ForwardingReason,
  Inventory,
  Link,
  PortRow,
  StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, host, lldp, mac, network, port } from './network';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const resolve = (inventory: Inventory) => resolveNeighbors(inventory, (key) => `new ${key}`);
const textOf = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
  `${interfaceId}>${remoteInterfaceId ?? remoteHostId}`;

/**
 * MAC addresses by host: `r` and `q` are routers, `s` is a switch, `a` and `b` are machines. Each host has one address
 * in the subnet `net`, to which the router port r/1 belongs.
 */
const macOf: Record<string, string> = { a: mac(1), b: mac(2), r: mac(10), s: mac(11), q: mac(12) };
const at = (hostId: string, ip: string, fields: Partial<AddressRow> = {}): AddressRow => ({
  ...address(hostId, ip, macOf[hostId]!),
  ...{ subnetId: 'net', seenAt: day(20) },
  ...fields,
});
const ownAddress = at('r', '10.78.0.1');
const machine = at('a', '10.78.0.10');
const silent = at('b', '10.78.0.11');
const routerPort = (names: string, fields: Partial<PortRow> = {}) =>
  port('r/1', {
    ...{ ifName: 'eth1', ifType: 6, macAddress: macOf.r!, ipAddressId: ownAddress.id },
    ...{ arpMacs: names === '' ? [] : names.split(' ').map((name) => macOf[name] ?? name), arpReadAt: day(20) },
    ...fields,
  });
const farPort = port('a/1', { macAddress: macOf.a! });
const switchPort = (names: string, fields: Partial<PortRow> = {}) =>
  port('s/1', { ifType: 6, fdbMacs: names.split(' ').map((name) => macOf[name]!), fdbReadAt: day(20), ...fields });
const world = (ports: PortRow[], addresses: AddressRow[] = [ownAddress, machine], more: Partial<Inventory> = {}) =>
  network({
    hosts: Object.keys(macOf).map((id) => host(id, { sysName: id })),
    ...{ ports, addresses, staleBefore: day(1) },
    ...more,
  });
const storedLink = (text: string, basis: StoredLink['basis'] = 'ARP'): StoredLink => {
  const [interfaceId, remote] = text.split('>') as [string, string];
  const isPort = remote.includes('/');
  const ends = { remoteInterfaceId: isPort ? remote : null, remoteHostId: isPort ? null : remote };
  return { id: text, interfaceId, ...ends, protocol: 'CDP', basis, createdAt: day(10), downSince: null };
};
const ends = (text: string) => {
  const { interfaceId, remoteInterfaceId, remoteHostId } = storedLink(text);
  return { interfaceId, remoteInterfaceId, remoteHostId };
};

interface Case {
  readonly name: string;
  readonly inventory: Inventory;
  readonly reason: ForwardingReason | null;
  /** The links that are expected from the ARP tables. */
  readonly links?: readonly string[];
}
const cases: readonly Case[] = [
  { name: 'one machine: its host', inventory: world([routerPort('a')]), reason: null, links: ['r/1>a'] },
  {
    name: 'one machine: its port that has the address',
    inventory: world([routerPort('a'), farPort, port('a/2', { macAddress: mac(30) })]),
    reason: null,
    links: ['r/1>a/1'],
  },
  {
    name: 'two routers back to back: from either end',
    inventory: world(
      [
        routerPort('q'),
        port('q/1', { macAddress: macOf.q!, ipAddressId: '10.78.0.2', arpMacs: [macOf.r!], arpReadAt: day(20) }),
      ],
      [ownAddress, at('q', '10.78.0.2')],
    ),
    reason: null,
    links: ['q/1>r/1', 'r/1>q/1'],
  },
  {
    name: 'addresses of the router itself, of groups and of virtual routers are no machines',
    inventory: world([routerPort('a r 01:00:5e:00:00:01 00:00:5e:00:01:07')]),
    reason: null,
    links: ['r/1>a'],
  },
  { name: 'nothing but its own address', inventory: world([routerPort('r')]), reason: 'NoMachine' },
  {
    name: 'a shared segment with several hosts',
    inventory: world([routerPort('a b')], [ownAddress, machine, silent]),
    reason: 'SeveralMachines',
  },
  {
    name: 'a shared segment of which one host alone has spoken lately',
    inventory: world([routerPort('a')], [ownAddress, machine, silent]),
    reason: 'SeveralMachines',
  },
  {
    name: 'another router on the segment',
    inventory: world([routerPort('a')], [ownAddress, machine, at('q', '10.78.0.2')]),
    reason: 'SeveralMachines',
  },
  {
    name: 'hosts of the segment that have not been seen for long, or are missing, do not count',
    inventory: world(
      [routerPort('a')],
      [ownAddress, machine, { ...silent, seenAt: new Date(0) }, at('q', '10.78.0.2', { seenAt: null })],
    ),
    reason: null,
    links: ['r/1>a'],
  },
  {
    name: 'a machine with several addresses and one MAC is one machine',
    inventory: world([routerPort('a')], [ownAddress, machine, at('a', '10.78.0.20'), at('a', '10.78.0.21')]),
    reason: null,
    links: ['r/1>a'],
  },
  {
    name: 'proxy ARP: one MAC answers for addresses of several hosts',
    inventory: world([routerPort('a')], [ownAddress, machine, at('b', '10.78.0.11', { macAddress: macOf.a! })]),
    reason: 'AmbiguousMac',
  },
  {
    name: 'proxy ARP: its many addresses are of one host, another host of the segment has its own',
    inventory: world([routerPort('a b')], [ownAddress, machine, at('a', '10.78.0.20'), silent]),
    reason: 'SeveralMachines',
  },
  {
    name: 'an address that no host has',
    inventory: world([routerPort(`a ${mac(30)}`)]),
    reason: 'UnknownMac',
  },
  {
    name: 'a switch has the machine on a port: that is its cable',
    inventory: world([routerPort('a'), switchPort('a')]),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'a switch has the machine on a port to other switches',
    inventory: world([routerPort('a'), switchPort('a q', { ifType: 161 })]),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'a switch has the address of the port itself',
    inventory: world([routerPort('a'), switchPort('r q', { ifType: 161 })]),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'a switch has the port itself alone: its cable leads there',
    inventory: world([routerPort('a'), switchPort('r')]),
    reason: 'NeighborReported',
  },
  {
    name: 'what a switch had long ago does not count',
    inventory: world([routerPort('a'), switchPort('a', { fdbReadAt: new Date(0) })]),
    reason: null,
    links: ['r/1>a'],
  },
  {
    name: 'the machine is a switch: its own table says where the router is',
    inventory: world(
      [routerPort('s'), switchPort('b')],
      [ownAddress, at('s', '10.78.0.30'), { ...silent, subnetId: 'other' }],
    ),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'another port has heard of the machine as well',
    inventory: world(
      [
        routerPort('a'),
        port('q/1', { macAddress: macOf.q!, ipAddressId: '10.79.0.1', arpMacs: [macOf.a!], arpReadAt: day(20) }),
      ],
      [ownAddress, machine, at('q', '10.79.0.1', { subnetId: 'other' })],
    ),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'a cable by LLDP leads to the machine already',
    inventory: world([routerPort('a'), { ...farPort, ifName: 'a1' }, port('q/1')], undefined, {
      evidence: [lldp('q/1', { sysName: 'a', portId: { subtype: 'InterfaceName', value: 'a1' }, observedAt: day(20) })],
    }),
    reason: 'LearnedElsewhere',
  },
  {
    name: 'LLDP on the port says what it leads to',
    inventory: world([routerPort('a')], undefined, {
      evidence: [lldp('r/1', { sysName: 'q', observedAt: day(20) })],
    }),
    reason: 'NeighborReported',
  },
  {
    name: 'a VLAN on a port leads anywhere',
    inventory: world([routerPort('a', { ifType: 135 })]),
    reason: 'NotEdgePort',
  },
  {
    name: 'a port without an address that is known may share its segment with anything',
    inventory: world([routerPort('a', { ipAddressId: null })]),
    reason: 'NotEdgePort',
  },
  {
    name: 'a port of a bridge',
    inventory: world([routerPort('a', { fdbMacs: [macOf.b!], fdbReadAt: day(20) })], [ownAddress, machine]),
    reason: 'NotEdgePort',
  },
  {
    name: 'a table that is stale',
    inventory: world([routerPort('a', { arpReadAt: new Date(0) })]),
    reason: 'Stale',
  },
  {
    name: 'refuted by hand',
    inventory: world([routerPort('a')], undefined, { decisions: [{ ...ends('r/1>a'), verdict: 'Refuted' }] }),
    reason: 'Refuted',
  },
  {
    name: 'decided by hand',
    inventory: world([routerPort('a')], undefined, { decisions: [{ ...ends('r/1>q'), verdict: 'Proposed' }] }),
    reason: 'Decided',
  },
];

test.each(cases)('$name', ({ inventory, reason, links: expectedLinks = [] }) => {
  const { links, arp } = resolve(inventory);
  expect(arp.get('r/1')).toBe(reason);
  expect(
    links
      .filter(({ basis }) => basis === 'ARP')
      .map(textOf)
      .sort(),
  ).toEqual(expectedLinks);
});

test('ports without an ARP table have no outcome; a link is LLDP if the port has an LLDP record', () => {
  const { arp } = resolve(world([routerPort('', { arpReadAt: null }), farPort]));
  expect([...arp]).toEqual([]);
  const inventory = world([routerPort('a')], undefined, { evidence: [lldp('r/1', { observedAt: new Date(0) })] });
  expect(resolve(inventory).links).toMatchObject([{ protocol: 'LLDP', basis: 'ARP' }]);
});

const changes = (inventory: Inventory) => {
  const { addedLinks, removedIds, changedLinks } = linkChanges(inventory.stored, resolve(inventory));
  return {
    ...(addedLinks.length > 0 && { added: addedLinks.map(textOf) }),
    ...(changedLinks.length > 0 && { changed: changedLinks.map(({ id, basis }) => [id, basis]) }),
    ...(removedIds.length > 0 && { removed: removedIds }),
  };
};
const before = { stored: [storedLink('r/1>a')] };
test.each<[string, Inventory, ReturnType<typeof changes>]>([
  ['it is confirmed', world([routerPort('a')], undefined, before), {}],
  ['the table is empty', world([routerPort('', { arpReadAt: null })], undefined, before), {}],
  ['the table is stale', world([routerPort('a', { arpReadAt: new Date(0) })], undefined, before), {}],
  ['an unknown machine shows', world([routerPort(`a ${mac(30)}`)], undefined, before), {}],
  [
    'another machine takes its place',
    world([routerPort('b')], [ownAddress, silent], before),
    { added: ['r/1>b'], removed: ['r/1>a'] },
  ],
  [
    'another machine joins it',
    world([routerPort('a b')], [ownAddress, machine, silent], before),
    { removed: ['r/1>a'] },
  ],
  [
    'a switch has the machine',
    world([routerPort('a'), switchPort('a')], undefined, before),
    { added: ['s/1>a'], removed: ['r/1>a'] },
  ],
  [
    'the machine moves to another port of the router',
    world(
      [
        routerPort('', { arpReadAt: null }),
        port('r/2', { macAddress: mac(31), ipAddressId: '10.79.0.1', arpMacs: [macOf.a!], arpReadAt: day(20) }),
      ],
      [ownAddress, at('r', '10.79.0.1', { subnetId: 'other' }), at('a', '10.79.0.10', { subnetId: 'other' })],
      before,
    ),
    { added: ['r/2>a'], removed: ['r/1>a'] },
  ],
  [
    'the machine starts to speak LLDP',
    world([routerPort('a')], undefined, {
      ...before,
      evidence: [lldp('r/1', { sysName: 'a', observedAt: day(20) })],
    }),
    { changed: [['r/1>a', null]] },
  ],
  [
    'it was confirmed by hand',
    world([routerPort('a b')], [ownAddress, machine, silent], {
      ...before,
      decisions: [{ ...ends('r/1>a'), verdict: 'Confirmed' }],
    }),
    {},
  ],
  [
    'it was refuted by hand',
    world([routerPort('a')], undefined, { ...before, decisions: [{ ...ends('r/1>a'), verdict: 'Refuted' }] }),
    { removed: ['r/1>a'] },
  ],
])('stored links: %s', (_name, inventory, expectedValue) => {
  expect(changes(inventory)).toEqual(expectedValue);
});

test('a link is down while its port is, until the table contains the machine again', () => {
  const isDown = { isDown: true, seenAt: day(21) };
  const pulledInventory = world([routerPort('a', isDown)], undefined, before);
  expect(linkChanges(pulledInventory.stored, resolve(pulledInventory)).changedLinks).toMatchObject([
    { downSince: day(21) },
  ]);
  const receivedInventory = world([routerPort('a', { ...isDown, arpReadAt: day(22) })], undefined, before);
  expect(linkChanges(receivedInventory.stored, resolve(receivedInventory)).changedLinks).toEqual([]);
});

const hostIds = ['a', 'b', 'r', 's', 'q'];
const macs = fc.constantFrom(...Object.values(macOf));
const time = fc.constantFrom(new Date(0), day(10), day(20), day(22));
const subnets = fc.constantFrom('net', 'other', null);
const networks: fc.Arbitrary<Inventory> = fc
  .tuple(
    fc.array(
      fc.record({
        hostId: fc.constantFrom(...hostIds),
        ...{ macAddress: fc.option(macs, { nil: null }), subnetId: subnets },
        seenAt: fc.option(time, { nil: null }),
      }),
      { maxLength: 8 },
    ),
    fc.array(
      fc.record({
        hostId: fc.constantFrom(...hostIds),
        ...{ macAddress: fc.option(macs, { nil: null }), ifType: fc.constantFrom(6, 6, 161, null) },
        ...{ fdb: fc.option(fc.tuple(fc.array(macs, { minLength: 1, maxLength: 3 }), time), { nil: null }) },
        ...{ arp: fc.option(fc.tuple(fc.array(macs, { minLength: 1, maxLength: 2 }), time), { nil: null }) },
        ...{ addressAt: fc.nat(7), isDown: fc.boolean(), lastRunId: fc.constantFrom('one', 'two') },
      }),
      { maxLength: 7 },
    ),
    fc.array(fc.tuple(fc.nat(6), fc.constantFrom(...hostIds)), { maxLength: 2 }),
  )
  .map(([addresses, ports, heardMacs]) =>
    network({
      hosts: hostIds.map((id) => host(id, { sysName: id })),
      addresses: addresses.map((one, number) => ({ ...address(one.hostId, `10.0.0.${number}`), ...one })),
      ports: ports.map(({ fdb, arp, addressAt, ...one }, number) =>
        port(`${one.hostId}/${number}`, {
          ...one,
          ...{ fdbMacs: fdb?.[0] ?? [], fdbReadAt: fdb?.[1] ?? null, arpMacs: arp?.[0] ?? [] },
          ...{ arpReadAt: arp?.[1] ?? null, seenAt: day(21) },
          ipAddressId: addresses[addressAt] ? `10.0.0.${addressAt}` : null,
        }),
      ),
      evidence: heardMacs.flatMap(([number, name]) => {
        const near = ports[number];
        return near ? [lldp(`${near.hostId}/${number}`, { sysName: name, observedAt: day(20) })] : [];
      }),
      staleBefore: day(1),
    }),
  );

test('for any network, a second resolution changes nothing, and every fresh table has an outcome', () => {
  fc.assert(
    fc.property(networks, (inventory) => {
      const first = resolve(inventory);
      const createdRows = linkChanges([], first).addedLinks.map((link, number) => ({
        ...link,
        ...{ id: `link ${number}`, createdAt: day(23) },
      }));
      const second = resolve({ ...inventory, stored: createdRows });
      expect(linkChanges(createdRows, second)).toEqual({ addedLinks: [], changedLinks: [], removedIds: [] });
      expect(second.arp).toEqual(first.arp);
      const withTables = inventory.ports.filter(({ arpReadAt }) => arpReadAt !== null).map(({ id }) => id);
      expect([...first.arp.keys()].sort()).toEqual(withTables.sort());
      const linkedInterfaceIds = first.links
        .filter(({ basis }) => basis === 'ARP')
        .map(({ interfaceId }) => interfaceId);
      const gave = [...first.arp].filter(([, reason]) => reason === null).map(([id]) => id);
      expect(gave.sort()).toEqual(linkedInterfaceIds.sort());
    }),
    { numRuns: 1000 },
  );
});

test('for any network, a port with an ARP link has no other, and no switch has learned its machine', () => {
  fc.assert(
    fc.property(networks, (inventory) => {
      const { links } = resolve(inventory);
      const seenHosts = new Set(
        inventory.ports.flatMap((one) =>
          one.fdbReadAt !== null && one.fdbReadAt >= inventory.staleBefore ? one.fdbMacs : [],
        ),
      );
      for (const link of links.filter(({ basis }) => basis === 'ARP')) {
        const near = inventory.ports.find(({ id }) => id === link.interfaceId)!;
        expect(
          near.arpMacs.filter(
            (one) => one !== near.macAddress && seenHosts.has(one) && !ownMacs(inventory, near.hostId).has(one),
          ),
        ).toEqual([]);
        const atPort = links.filter(
          (other) => other.basis !== 'ARP' && [other.interfaceId, other.remoteInterfaceId].includes(near.id),
        );
        expect(atPort).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

const ownMacs = ({ ports, addresses }: Inventory, hostId: string) =>
  new Set([...ports, ...addresses].flatMap((one) => (one.hostId === hostId ? (one.macAddress ?? []) : [])));
