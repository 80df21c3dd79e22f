// Links from forwarding tables alone: which port leads to which machine, and why other ports have no link.
import fc from 'fast-check';
import type {
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

/** MAC addresses of machines whose IP address is known, as a sweep finds them. */
const macOf: Record<string, string> = { a: mac(1), b: mac(2), c: mac(3), s: mac(10), t: mac(11), u: mac(12) };
const machines = Object.entries(macOf).map(([id, one], at) => address(id, `10.0.0.${at + 1}`, one));
const hosts = Object.keys(macOf).map((id) => host(id, { sysName: id }));
/** A switch port that has learned the MAC addresses of these machines. */
const learnedPort = (id: string, names: string, fields: Partial<PortRow> = {}) =>
  port(id, {
    ...{ ifName: id, fdbReadAt: day(20), lastRunId: 'run' },
    fdbMacs: names.split(' ').map((name) => macOf[name] ?? name),
    ...fields,
  });
const world = (ports: PortRow[], more: Partial<Inventory> = {}) =>
  network({ hosts, addresses: machines, ports, staleBefore: day(1), ...more });
/** The stored link `s/1>a` from a forwarding table, created at `createdAt`. */
const storedLink = (text: string, createdAt = day(10), basis: 'FDB' | null = 'FDB'): StoredLink => {
  const [interfaceId, remote] = text.split('>') as [string, string];
  const isPort = remote.includes('/');
  const ends = { remoteInterfaceId: isPort ? remote : null, remoteHostId: isPort ? null : remote };
  return { id: text, interfaceId, ...ends, protocol: basis ? 'CDP' : 'LLDP', basis, createdAt, downSince: null };
};
const tells = (interfaceId: string, portId: string, fields = {}) =>
  lldp(interfaceId, {
    sysName: portId.split('/')[0]!,
    portId: { subtype: 'InterfaceName', value: portId },
    observedAt: day(20),
    ...fields,
  });
/** A cable between the switches s and t. Both switches report it. */
const trunk = {
  ports: [learnedPort('s/9', 't b c'), learnedPort('t/9', 's a')],
  evidence: [tells('s/9', 't/9'), tells('t/9', 's/9')],
};

interface Case {
  readonly name: string;
  readonly inventory: Inventory;
  /** The links that are expected from the forwarding tables. */
  readonly links?: readonly string[];
  readonly reasons?: Readonly<Record<string, ForwardingReason | null>>;
}
const cases: readonly Case[] = [
  {
    name: 'one machine: its host, where no port of it is known',
    inventory: world([learnedPort('s/1', 'a')]),
    links: ['s/1>a'],
    reasons: { 's/1': null },
  },
  {
    name: 'one machine: its port that has the address',
    inventory: world([
      learnedPort('s/1', 'a'),
      port('a/1', { macAddress: macOf.a! }),
      port('a/2', { macAddress: mac(20) }),
    ]),
    links: ['s/1>a/1'],
  },
  {
    name: 'the port under bridges and VLANs of the same address',
    inventory: world([
      learnedPort('s/1', 'a'),
      port('a/1', { macAddress: macOf.a!, ifType: 6 }),
      port('a/2', { macAddress: macOf.a!, ifType: 209 }),
      port('a/3', { macAddress: macOf.a!, ifType: 135 }),
    ]),
    links: ['s/1>a/1'],
  },
  {
    name: 'two ports of the same address: the host',
    inventory: world([
      learnedPort('s/1', 'a'),
      port('a/1', { macAddress: macOf.a! }),
      port('a/2', { macAddress: macOf.a! }),
    ]),
    links: ['s/1>a'],
  },
  {
    name: 'a machine with several addresses is one machine',
    inventory: world([learnedPort('s/1', `a ${mac(20)}`)], {
      addresses: [...machines, address('a', '10.0.1.1', mac(20))],
    }),
    links: ['s/1>a'],
  },
  {
    name: 'a machine with two cables has two links',
    inventory: world([
      learnedPort('s/1', 'a'),
      learnedPort('s/2', mac(20)),
      port('a/1', { macAddress: macOf.a! }),
      port('a/2', { macAddress: mac(20) }),
    ]),
    links: ['s/1>a/1', 's/2>a/2'],
  },
  {
    name: 'own addresses, those of groups and of virtual routers are no machines',
    inventory: world([
      learnedPort('s/1', `a s 01:00:5e:00:00:01 33:33:00:00:00:01 00:00:5e:00:01:07 00:00:0c:07:ac:01`),
      learnedPort('s/2', 's 01:80:c2:00:00:00'),
    ]),
    links: ['s/1>a'],
    reasons: { 's/2': 'NoMachine' },
  },
  {
    name: 'several machines, such as behind an unmanaged switch or a hypervisor',
    inventory: world([learnedPort('s/1', 'a b')]),
    reasons: { 's/1': 'SeveralMachines' },
  },
  {
    name: 'an address that no host has',
    inventory: world([learnedPort('s/1', `a ${mac(30)}`), learnedPort('s/2', mac(31))]),
    reasons: { 's/1': 'UnknownMac', 's/2': 'UnknownMac' },
  },
  {
    name: 'an address that several hosts have',
    inventory: world([learnedPort('s/1', 'a')], { addresses: [...machines, address('b', '10.0.1.2', macOf.a!)] }),
    reasons: { 's/1': 'AmbiguousMac' },
  },
  {
    name: 'a trunk that LLDP tells of counts nothing, on either side',
    inventory: world([...trunk.ports, learnedPort('s/1', 'a'), learnedPort('t/1', 'b'), learnedPort('t/2', 'c')], {
      evidence: trunk.evidence,
    }),
    links: ['s/1>a', 't/1>b', 't/2>c'],
    reasons: { 's/9': 'NeighborReported', 't/9': 'NeighborReported' },
  },
  {
    name: 'nor does one that only one side tells of, or told of once',
    inventory: world([...trunk.ports, learnedPort('s/1', 'a'), learnedPort('t/1', 'b'), learnedPort('t/2', 'c')], {
      stored: [storedLink('s/9>t/9', day(5), null)],
    }),
    links: ['s/1>a', 't/1>b', 't/2>c'],
    reasons: { 's/9': 'NeighborReported', 't/9': 'NeighborReported' },
  },
  {
    name: 'aggregates, bridges and tunnels count nothing',
    inventory: world([
      learnedPort('s/1', 'a', { ifType: 161 }),
      learnedPort('s/2', 'a', { ifType: 209 }),
      learnedPort('s/3', 'a', { ifType: 131 }),
      learnedPort('s/4', 'a'),
      learnedPort('s/5', 'a', { ifType: 6, isAggregate: true }),
    ]),
    links: ['s/4>a'],
    reasons: { 's/1': 'NotEdgePort', 's/2': 'NotEdgePort', 's/3': 'NotEdgePort', 's/5': 'NotEdgePort' },
  },
  {
    name: 'silent switches: no machine is before the switch that the port has learned too',
    inventory: world([
      learnedPort('s/9', 't b c'),
      learnedPort('t/9', 'a s'),
      learnedPort('s/1', 'a'),
      learnedPort('t/1', 'b'),
    ]),
    links: ['s/1>a', 't/1>b'],
    reasons: { 's/9': 'SeveralMachines', 't/9': 'SeveralMachines' },
  },
  {
    name: 'silent switches: also if that one has not learned this one',
    inventory: world([learnedPort('s/9', 't a'), learnedPort('t/1', 'a')]),
    links: ['t/1>a'],
    reasons: { 's/9': 'SeveralMachines' },
  },
  {
    name: 'silent switches: nor where another switch stands between',
    inventory: world([
      learnedPort('s/9', 't'),
      learnedPort('s/1', 'a'),
      learnedPort('t/9', 'a'),
      learnedPort('t/1', 'b'),
    ]),
    links: ['s/1>a', 's/9>t', 't/1>b'],
    reasons: { 't/9': 'LearnedElsewhere' },
  },
  {
    name: 'silent switches that have learned nothing but each other are connected port to port',
    inventory: world([learnedPort('s/9', 't'), learnedPort('t/9', 's')]),
    links: ['s/9>t/9', 't/9>s/9'],
  },
  {
    name: 'a machine on two edge ports is on neither',
    inventory: world([learnedPort('s/1', 'a'), learnedPort('t/1', 'a')]),
    reasons: { 's/1': 'LearnedElsewhere', 't/1': 'LearnedElsewhere' },
  },
  {
    name: 'nor on one of them because the other has more',
    inventory: world([learnedPort('s/1', 'a'), learnedPort('t/1', 'a b')]),
    reasons: { 's/1': 'LearnedElsewhere', 't/1': 'SeveralMachines' },
  },
  {
    name: 'a machine of which another port has one of its addresses is on neither',
    inventory: world([learnedPort('s/1', `a ${mac(20)}`), learnedPort('t/1', mac(20))], {
      addresses: [...machines, address('a', '10.0.1.1', mac(20))],
    }),
    reasons: { 's/1': 'LearnedElsewhere', 't/1': 'LearnedElsewhere' },
  },
  {
    name: 'of tables of different runs the newer one counts',
    inventory: world([learnedPort('s/1', 'a', { fdbReadAt: day(19), lastRunId: 'before' }), learnedPort('t/1', 'a')]),
    links: ['t/1>a'],
    reasons: { 's/1': 'LearnedElsewhere' },
  },
  {
    name: 'a stale table gives nothing, and stands against nothing',
    inventory: world(
      [learnedPort('s/1', 'b'), learnedPort('s/2', 'a'), learnedPort('t/1', 'a', { fdbReadAt: day(22) })],
      {
        staleBefore: day(21),
      },
    ),
    links: ['t/1>a'],
    reasons: { 's/1': 'Stale', 's/2': 'Stale' },
  },
  {
    name: 'a port with a record leads where the record says',
    inventory: world([learnedPort('s/1', 'a'), learnedPort('s/2', 'b')], {
      hosts: [...hosts, host('x', { sysName: 'twin' }), host('y', { sysName: 'twin' })],
      evidence: [tells('s/1', 'c/1'), lldp('s/2', { sysName: 'twin', observedAt: day(20) })],
    }),
    reasons: { 's/1': 'NeighborReported', 's/2': 'NeighborReported' },
  },
  {
    name: 'a record that says nothing of the neighbour is none',
    inventory: world([learnedPort('s/1', `a ${mac(20)}`)], {
      addresses: [...machines, address('a', '10.0.1.1', mac(20))],
      evidence: [lldp('s/1', { observedAt: day(20) })],
    }),
    links: ['s/1>a'],
  },
  {
    name: 'a machine that says itself where it is connected',
    inventory: world([learnedPort('s/1', 'a'), learnedPort('s/2', 'b'), port('a/1', { macAddress: macOf.a! })], {
      evidence: [tells('a/1', 'c/1')],
    }),
    links: ['s/2>b'],
    reasons: { 's/1': 'LearnedElsewhere' },
  },
  {
    name: 'a machine with one port that LLDP tells of and another that it does not',
    inventory: world([learnedPort('s/1', mac(20)), port('a/1', { macAddress: macOf.a! })], {
      addresses: [...machines, address('a', '10.0.1.1', mac(20))],
      evidence: [tells('a/1', 'c/1')],
    }),
    links: ['s/1>a'],
  },
];

test.each(cases)('$name', ({ inventory, links = [], reasons = {} }) => {
  const resolution = resolve(inventory);
  const fromTables = resolution.links.filter(({ basis }) => basis === 'FDB');
  expect(fromTables.map(textOf)).toEqual(links);
  expect(Object.fromEntries(resolution.forwarding)).toMatchObject(reasons);
  for (const { id, fdbReadAt } of inventory.ports)
    expect([id, resolution.forwarding.get(id) === null]).toEqual([
      id,
      fdbReadAt !== null && fromTables.some(({ interfaceId }) => interfaceId === id),
    ]);
});

test('a learned link is LLDP if the port has an LLDP record, however old, else CDP', () => {
  const { links } = resolve(
    world([learnedPort('s/1', `a ${mac(20)}`), learnedPort('s/2', 'b')], {
      addresses: [...machines, address('a', '10.0.1.1', mac(20))],
      evidence: [lldp('s/1', { observedAt: day(20) })],
    }),
  );
  expect(links.map(({ interfaceId, protocol, basis }) => [interfaceId, protocol, basis])).toEqual([
    ['s/1', 'LLDP', 'FDB'],
    ['s/2', 'CDP', 'FDB'],
  ]);
});

/** The changes that a resolution makes to stored links. */
const changes = (inventory: Inventory) => {
  const { addedLinks, changedLinks, removedIds } = linkChanges(inventory.stored, resolve(inventory));
  return {
    ...(addedLinks.length > 0 && { added: addedLinks.map(textOf) }),
    ...(changedLinks.length > 0 && { changed: changedLinks.map(({ id, basis }) => [id, basis]) }),
    ...(removedIds.length > 0 && { removed: [...removedIds] }),
  };
};
const old = { fdbReadAt: day(9), lastRunId: 'before' };
test.each<[string, Inventory, ReturnType<typeof changes>]>([
  ['it is confirmed', world([learnedPort('s/1', 'a')], { stored: [storedLink('s/1>a')] }), {}],
  [
    'its port has got members',
    world([learnedPort('s/1', 'a', { isAggregate: true })], { stored: [storedLink('s/1>a')] }),
    { removed: ['s/1>a'] },
  ],
  [
    'the machine is silent',
    world([port('s/1'), learnedPort('s/2', 'b')], { stored: [storedLink('s/1>a'), storedLink('s/2>b')] }),
    {},
  ],
  ['another machine joins it', world([learnedPort('s/1', 'a b')], { stored: [storedLink('s/1>a')] }), {}],
  [
    'another machine takes its place',
    world([learnedPort('s/1', 'b')], { stored: [storedLink('s/1>a')] }),
    { added: ['s/1>b'], removed: ['s/1>a'] },
  ],
  [
    'the machine moves to another port of the switch',
    world([port('s/1'), learnedPort('s/2', 'a')], { stored: [storedLink('s/1>a')] }),
    { added: ['s/2>a'], removed: ['s/1>a'] },
  ],
  [
    'it moves behind another switch, which has no table',
    world([port('s/1'), learnedPort('s/9', 'a t'), port('t/9')], {
      evidence: trunk.evidence,
      stored: [storedLink('s/1>a')],
    }),
    { added: ['s/9>t/9', 't/9>s/9'], removed: ['s/1>a'] },
  ],
  [
    'it moves behind another switch, which has forgotten it',
    world([port('s/1'), learnedPort('s/9', 'a t'), learnedPort('t/9', 's')], {
      evidence: trunk.evidence,
      stored: [storedLink('s/1>a')],
    }),
    { added: ['s/9>t/9', 't/9>s/9'], removed: ['s/1>a'] },
  ],
  [
    'another port had it before it was made',
    world([port('s/1'), learnedPort('s/2', 'a', old)], { stored: [storedLink('s/1>a')] }),
    {},
  ],
  [
    'it moves to another switch while the first one does not answer',
    world([learnedPort('s/1', 'a', old), learnedPort('t/1', 'a')], { stored: [storedLink('s/1>a')] }),
    { added: ['t/1>a'], removed: ['s/1>a'] },
  ],
  [
    'it moves to a port that has several',
    world([port('s/1'), learnedPort('s/2', 'b'), learnedPort('t/1', 'a c')], {
      stored: [storedLink('s/1>a'), storedLink('s/2>b')],
    }),
    { removed: ['s/1>a'] },
  ],
  [
    'an older table has it elsewhere',
    world([port('s/1'), learnedPort('t/1', 'a', old)], { stored: [storedLink('s/1>a')] }),
    {},
  ],
  [
    'both ports have it',
    world([learnedPort('s/1', 'a'), learnedPort('t/1', 'a')], { stored: [storedLink('s/1>a')] }),
    {},
  ],
  [
    'the port of the machine becomes known',
    world([learnedPort('s/1', 'a'), port('a/1', { macAddress: macOf.a! })], { stored: [storedLink('s/1>a')] }),
    { added: ['s/1>a/1'], removed: ['s/1>a'] },
  ],
  [
    'the machine starts to speak LLDP',
    world([learnedPort('s/1', 'a')], {
      evidence: [lldp('s/1', { sysName: 'a', observedAt: day(20) })],
      stored: [storedLink('s/1>a')],
    }),
    { changed: [['s/1>a', null]] },
  ],
  [
    'the machine tells of the port',
    world([learnedPort('s/1', 'a'), port('a/1')], { evidence: [tells('a/1', 's/1')], stored: [storedLink('s/1>a')] }),
    { added: ['a/1>s/1'], removed: ['s/1>a'] },
  ],
  [
    'a link of LLDP stays when its record has gone and the table has its machine',
    world([learnedPort('s/1', 'a')], { stored: [storedLink('s/1>a', day(5), null)] }),
    {},
  ],
  [
    'a link of LLDP whose record has gone goes when its machine is learned on another port',
    world([learnedPort('s/1', 'b'), learnedPort('s/2', 'a')], { stored: [storedLink('s/1>a', day(5), null)] }),
    { added: ['s/1>b', 's/2>a'], removed: ['s/1>a'] },
  ],
  [
    'one to another switch stays: its addresses may come by other ways',
    world([port('s/1'), learnedPort('s/2', 't a'), learnedPort('t/1', 'b')], {
      stored: [storedLink('s/1>t', day(5), null)],
    }),
    { added: ['t/1>b'] },
  ],
])('stored links: %s', (_name, inventory, expectedValue) => {
  expect(changes(inventory)).toEqual(expectedValue);
});

/** A tree of switches and machines. Each port has learned what is behind it. `silent` cables are not reported. */
interface Cabling {
  readonly parents: readonly number[];
  readonly machinesAt: readonly number[];
  readonly silent: readonly boolean[];
  /** Whether each machine is missing from the inventory. */
  readonly unknown: readonly boolean[];
  /** Whether the forwarding table of the switch lacks the machine, as after its entry has expired. */
  readonly forgotten: (switchAt: number, machine: string) => boolean;
}
function cabledInventory({ parents, machinesAt, silent, unknown, forgotten }: Cabling) {
  const switches = [0, ...parents.map((_, at) => at + 1)];
  const macFor = (name: string) => mac(name.startsWith('m') ? Number(name.slice(1)) : 100 + Number(name.slice(2)));
  const neighbors = new Map<string, string[]>();
  const join = (one: string, other: string) => {
    neighbors.set(one, [...(neighbors.get(one) ?? []), other]);
    neighbors.set(other, [...(neighbors.get(other) ?? []), one]);
  };
  parents.forEach((parent, at) => join(`sw${parent}`, `sw${at + 1}`));
  machinesAt.forEach((at, number) => join(`sw${at}`, `m${number}`));
  const behind = (name: string, from: string): string[] =>
    (neighbors.get(name) ?? []).filter((next) => next !== from).flatMap((next) => [next, ...behind(next, name)]);
  const ports = switches.flatMap((at) =>
    (neighbors.get(`sw${at}`) ?? []).map((next) => {
      const seenMachines = [next, ...behind(next, `sw${at}`)].filter((name) => !forgotten(at, name)).map(macFor);
      return port(`sw${at}/${next}`, {
        ...{ ifName: `sw${at}/${next}`, fdbMacs: seenMachines, lastRunId: 'run' },
        fdbReadAt: seenMachines.length > 0 ? day(20) : null,
      });
    }),
  );
  const knownNumbers = machinesAt.map((_, number) => number).filter((number) => !unknown[number]);
  const hosts = [...switches.map((at) => `sw${at}`), ...knownNumbers.map((number) => `m${number}`)];
  const evidence = parents.flatMap((parent, at) =>
    silent[at]
      ? []
      : [
          tells(`sw${parent}/sw${at + 1}`, '', { sysName: `sw${at + 1}`, portId: null }),
          tells(`sw${at + 1}/sw${parent}`, '', { sysName: `sw${parent}`, portId: null }),
        ],
  );
  const inventory = network({
    ...{ ports, evidence, staleBefore: day(1) },
    hosts: hosts.map((id) => host(id, { sysName: id })),
    addresses: hosts.map((id, at) => address(id, `10.1.0.${at}`, macFor(id))),
  });
  return { inventory, known: knownNumbers };
}
const treeOf = fc
  .record({ switchCount: fc.integer({ min: 1, max: 5 }), machineCount: fc.integer({ min: 0, max: 6 }) })
  .chain(({ switchCount, machineCount }) =>
    fc.record({
      parents: fc.tuple(...Array.from({ length: switchCount - 1 }, (_, at) => fc.integer({ min: 0, max: at }))),
      machinesAt: fc.array(fc.integer({ min: 0, max: switchCount - 1 }), {
        minLength: machineCount,
        maxLength: machineCount,
      }),
      silent: fc.array(fc.boolean(), { minLength: switchCount, maxLength: switchCount }),
      unknown: fc.array(fc.boolean(), { minLength: machineCount, maxLength: machineCount }),
    }),
  );
const targetsOf = (inventory: Inventory) => {
  const { links, hostOfPort } = resolve(inventory);
  return links
    .filter(({ basis }) => basis === 'FDB')
    .map(
      ({ interfaceId, remoteInterfaceId, remoteHostId }) =>
        [interfaceId, remoteHostId ?? hostOfPort.get(remoteInterfaceId!)!] as const,
    );
};

test('in a tree of switches with complete tables, exactly the known machines are linked, where they are', () => {
  fc.assert(
    fc.property(treeOf, (tree) => {
      const { inventory, known } = cabledInventory({ ...tree, forgotten: () => false });
      const foundTargets = targetsOf(inventory);
      for (const [interfaceId, hostId] of foundTargets) expect(interfaceId.split('/')[1]).toBe(hostId);
      const machines = foundTargets.filter(([, hostId]) => hostId.startsWith('m')).map(([, hostId]) => hostId);
      expect(machines.sort()).toEqual(known.map((number) => `m${number}`).sort());
    }),
    { numRuns: 300 },
  );
});

test('with LLDP between switches and aged-out addresses, no machine is linked at a wrong port', () => {
  const forgetful = treeOf.chain((tree) =>
    fc.record({ tree: fc.constant(tree), forgets: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }) }),
  );
  fc.assert(
    fc.property(forgetful, ({ tree, forgets }) => {
      const { inventory } = cabledInventory({
        ...{ ...tree, silent: tree.silent.map(() => false) },
        forgotten: (at, name) => name.startsWith('m') && forgets[at * 10 + Number(name.slice(1))]!,
      });
      for (const [interfaceId, hostId] of targetsOf(inventory)) expect(interfaceId.split('/')[1]).toBe(hostId);
    }),
    { numRuns: 300 },
  );
});

test('the order of rows makes no difference, and a second run changes nothing', () => {
  const shuffle = <T>(rows: readonly T[]) => fc.shuffledSubarray([...rows], { minLength: rows.length });
  const twice = treeOf.chain((tree) => {
    const { inventory } = cabledInventory({ ...tree, forgotten: (at, name) => name === `m${at}` });
    const { hosts: all, ports, evidence } = inventory;
    const other = fc.record({ hosts: shuffle(all), ports: shuffle(ports), evidence: shuffle(evidence) });
    return other.map((rows) => [inventory, { ...inventory, ...rows }] as const);
  });
  fc.assert(
    fc.property(twice, ([inventory, other]) => {
      const [first, second] = [resolve(inventory), resolve(other)];
      expect(second.links).toEqual(first.links);
      expect(new Map([...second.forwarding].sort())).toEqual(new Map([...first.forwarding].sort()));
      const createdRows = first.links.map((link) => ({
        ...link,
        id: textOf(link),
        createdAt: day(21),
        downSince: null,
      }));
      const again = resolve({ ...inventory, stored: createdRows });
      expect(linkChanges(createdRows, again)).toEqual({ addedLinks: [], changedLinks: [], removedIds: [] });
      expect(again.forwarding).toEqual(first.forwarding);
    }),
    { numRuns: 300 },
  );
});
