// Links from forwarding tables to hypervisors: a switch port that has learned the MAC addresses of guests gets a link
// to the hypervisor of these guests.
import fc from 'fast-check';
import type {
  ForwardingReason,
  HostRow,
  Inventory,
  PortRow,
  StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, host, lldp, mac, network, port } from './network';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
/**
 * MAC addresses by the name of the host: hypervisors `v` and `w`, guests of v (`a`, `b`) and of w (`c`), a machine
 * (`m`), switches (`s`, `t`), and a guest inside of the guest a (`i`).
 */
const macOf: Record<string, string> = Object.fromEntries(
  ['v', 'w', 'a', 'b', 'c', 'm', 's', 't', 'i'].map((name, at) => [name, mac(at + 1)]),
);
const hypervisorOf: Record<string, string> = { a: 'v', b: 'v', c: 'w', i: 'a' };
const hosts: readonly HostRow[] = Object.keys(macOf).map((id) =>
  host(id, { sysName: id, hypervisorId: hypervisorOf[id] ?? null }),
);
const addresses = Object.entries(macOf).map(([id, one], at) => address(id, `10.0.0.${at + 1}`, one));
const learnedPort = (id: string, names: string, fields: Partial<PortRow> = {}) =>
  port(id, {
    ...{ ifName: id, fdbReadAt: day(20), lastRunId: 'run' },
    fdbMacs: names === '' ? [] : names.split(' ').map((name) => macOf[name] ?? name),
    ...fields,
  });
const inventory = (ports: readonly PortRow[], more: Partial<Inventory> = {}) =>
  network({ hosts, addresses, ports, staleBefore: day(1), ...more });

function resolve(of: Inventory) {
  const { links, forwarding } = resolveNeighbors(of, (key) => `new ${key}`);
  for (const { basis } of links.filter(({ protocol }) => protocol === 'CDP')) expect(basis).toBe('FDB');
  const texts = links.map(
    ({ interfaceId, remoteInterfaceId, remoteHostId }) => `${interfaceId}>${remoteInterfaceId ?? remoteHostId}`,
  );
  return { links: texts.sort(), forwarding };
}

interface Case {
  readonly name: string;
  readonly ports: readonly PortRow[];
  readonly links: readonly string[];
  readonly reasons?: Readonly<Record<string, ForwardingReason | null>>;
  readonly more?: Partial<Inventory>;
}
const cases: readonly Case[] = [
  {
    name: 'the hypervisor and its guests',
    ports: [learnedPort('s/1', 'v a b')],
    links: ['s/1>v'],
    reasons: { 's/1': null },
  },
  { name: 'guests alone', ports: [learnedPort('s/1', 'a b')], links: ['s/1>v'] },
  { name: 'one guest and its hypervisor', ports: [learnedPort('s/1', 'a v')], links: ['s/1>v'] },
  { name: 'one guest, if the hypervisor is learned nowhere', ports: [learnedPort('s/1', 'a')], links: ['s/1>v'] },
  {
    name: 'one guest, if another port has learned the hypervisor: the guest',
    ports: [learnedPort('s/1', 'a'), learnedPort('s/2', 'v')],
    links: ['s/1>a', 's/2>v'],
  },
  { name: 'a guest inside of a guest', ports: [learnedPort('s/1', 'i b')], links: ['s/1>v'] },
  {
    name: 'the physical port of the hypervisor with a learned MAC address',
    ports: [
      learnedPort('s/1', 'v a'),
      port('v/1', { macAddress: macOf.v!, ifType: 6 }),
      port('v/2', { macAddress: macOf.v!, ifType: 209 }),
    ],
    links: ['s/1>v/1'],
  },
  {
    name: 'two ports of a hypervisor at two ports of the switch',
    ports: [learnedPort('s/1', 'v'), learnedPort('s/2', 'a b')],
    links: ['s/1>v', 's/2>v'],
  },
  {
    name: 'guests of two hypervisors: no cable',
    ports: [learnedPort('s/1', 'v a c')],
    links: [],
    reasons: { 's/1': 'SeveralMachines' },
  },
  {
    name: 'another machine beside the hypervisor: no cable',
    ports: [learnedPort('s/1', 'v a m')],
    links: [],
    reasons: { 's/1': 'SeveralMachines' },
  },
  {
    name: 'a MAC address that no host has: no cable',
    ports: [learnedPort('s/1', `v a ${mac(99)}`)],
    links: [],
    reasons: { 's/1': 'UnknownMac' },
  },
  {
    name: 'a MAC address that two hosts have: no cable',
    ports: [learnedPort('s/1', 'v a')],
    links: [],
    reasons: { 's/1': 'AmbiguousMac' },
    more: { addresses: [...addresses, address('m', '10.0.0.77', macOf.a!)] },
  },
  {
    name: 'a guest that two ports have learned: no cable there',
    ports: [learnedPort('s/1', 'v a'), learnedPort('t/1', 'a')],
    links: [],
    reasons: { 's/1': 'LearnedElsewhere' },
  },
  {
    name: 'aggregates: no cable',
    ports: [learnedPort('s/1', 'v a', { isAggregate: true })],
    links: [],
    reasons: { 's/1': 'NotEdgePort' },
  },
  {
    name: 'ports of the hypervisor lead to the guests, that of the switch to the hypervisor',
    ports: [learnedPort('s/1', 'v a b'), learnedPort('v/1', 'a'), learnedPort('v/2', 'b')],
    links: ['s/1>v', 'v/1>a', 'v/2>b'],
  },
  {
    name: 'also if the switch has not learned the hypervisor',
    ports: [learnedPort('s/1', 'a b'), learnedPort('v/1', 'a'), learnedPort('v/2', 'b')],
    links: ['s/1>v', 'v/1>a', 'v/2>b'],
  },
  {
    name: 'the port at which the hypervisor has learned the switch',
    ports: [learnedPort('s/1', 'v a b'), learnedPort('v/1', 'a'), learnedPort('v/2', 'b'), learnedPort('v/3', 's m')],
    links: ['s/1>v/3', 'v/1>a', 'v/2>b'],
  },
  {
    name: 'guests inside of guests at the ports of their hypervisors',
    ports: [learnedPort('s/1', 'v a i'), learnedPort('v/1', 'a i'), learnedPort('a/1', 'i')],
    links: ['a/1>i', 's/1>v', 'v/1>a'],
  },
  {
    name: 'a switch between: the cable of the switch that is next to the hypervisor',
    ports: [learnedPort('t/9', 'v a b'), learnedPort('s/1', 'v a b'), learnedPort('s/9', 't m')],
    links: ['s/1>v'],
  },
  {
    name: 'neighbors that LLDP reports take precedence',
    ports: [learnedPort('s/1', 'v a b'), port('m/1', { ifName: 'm/1' })],
    links: ['s/1>m/1'],
    reasons: { 's/1': 'NeighborReported' },
    more: {
      evidence: [
        lldp('s/1', { sysName: 'm', portId: { subtype: 'InterfaceName', value: 'm/1' }, observedAt: day(20) }),
      ],
    },
  },
  {
    name: 'a user has refuted the link',
    ports: [learnedPort('s/1', 'v a b')],
    links: [],
    reasons: { 's/1': 'Refuted' },
    more: { decisions: [{ interfaceId: 's/1', remoteInterfaceId: null, remoteHostId: 'v', verdict: 'Refuted' }] },
  },
];
test.each(cases)('$name', ({ ports, links, reasons = {}, more = {} }) => {
  const resolution = resolve(inventory(ports, more));
  expect(resolution.links).toEqual(links);
  expect(Object.fromEntries(Object.keys(reasons).map((id) => [id, resolution.forwarding.get(id)]))).toEqual(reasons);
});

test('guests inside of each other without end are followed to a limit', () => {
  const count = 5_000;
  const nested = Array.from({ length: count }, (_none, at) => host(`n${at}`, { hypervisorId: `n${(at + 1) % count}` }));
  const learned = Array.from({ length: 20 }, (_none, at) => mac(at + 30));
  const of = inventory([learnedPort('s/1', learned.join(' '))], {
    hosts: [...hosts, ...nested],
    addresses: learned.map((one, at) => address(`n${at}`, `10.1.0.${at}`, one)),
  });
  expect(resolve(of).forwarding.get('s/1')).toBe('SeveralMachines');
});

test('two hypervisors that are said to run each other are two machines', () => {
  const circle = hosts.map((one) =>
    one.id === 'v' ? { ...one, hypervisorId: 'w' } : one.id === 'w' ? { ...one, hypervisorId: 'v' } : one,
  );
  expect(resolve(inventory([learnedPort('s/1', 'v w')], { hosts: circle })).links).toEqual([]);
});

test('a guest that moves to another hypervisor is behind the port of that one, by the later tables', () => {
  const movedHosts = hosts.map((one) => (one.id === 'b' ? { ...one, hypervisorId: 'w' } : one));
  const ports = [
    learnedPort('s/1', 'v a b', { fdbReadAt: day(19), lastRunId: 'before' }),
    learnedPort('t/1', 'w c b', { lastRunId: 'after' }),
  ];
  expect(resolve(inventory(ports, { hosts: movedHosts })).links).toEqual(['t/1>w']);
  const now = [learnedPort('s/1', 'v a', { lastRunId: 'after' }), ports[1]!];
  expect(resolve(inventory(now, { hosts: movedHosts })).links).toEqual(['s/1>v', 't/1>w']);
});

/** Hypervisors with guests, each at a port of a switch that has learned some of their MAC addresses. */
const setups = fc.array(
  fc.record({
    guests: fc.integer({ min: 1, max: 4 }),
    isLearned: fc.boolean(),
    hasTables: fc.boolean(),
    knowsSwitch: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
test('each hypervisor is at its port, for any tables and any order of rows, and a second run changes nothing', () => {
  fc.assert(
    fc.property(setups, fc.infiniteStream(fc.nat()), (setup, random) => {
      const all = setup.map((one, at) => ({ ...one, id: `v${at}`, mac: mac(10 + at), ids: guestIds(at, one.guests) }));
      const guestMac = (at: number, guest: number) => mac(50 + at * 10 + guest);
      const rows: Partial<Inventory> = {
        hosts: [
          host('s'),
          ...all.flatMap(({ id, ids }) => [host(id), ...ids.map((guest) => host(guest, { hypervisorId: id }))]),
        ],
        addresses: [
          address('s', '10.0.0.1', mac(1)),
          ...all.flatMap(({ id, mac: hypervisorMac, ids }, at) => [
            address(id, `10.1.${at}.1`, hypervisorMac),
            ...ids.map((guest, number) => address(guest, `10.1.${at}.${number + 2}`, guestMac(at, number))),
          ]),
        ],
        ports: all.flatMap(({ id, mac: hypervisorMac, ids, isLearned, hasTables, knowsSwitch }, at) => {
          const macs = ids.map((_guest, number) => guestMac(at, number));
          return [
            learnedPort(`s/${at}`, [...(isLearned ? [hypervisorMac] : []), ...macs].join(' ')),
            ...(hasTables ? macs.map((one, number) => learnedPort(`${id}/${number}`, one)) : []),
            ...(hasTables && knowsSwitch ? [learnedPort(`${id}/up`, mac(1))] : []),
          ];
        }),
      };
      const shuffled = <T>(list: readonly T[] = []): T[] =>
        list
          .map((one) => [random.next().value as number, one] as const)
          .sort(([one], [other]) => one - other)
          .map(([, one]) => one);
      const of = network({ ...rows, staleBefore: day(1), ports: shuffled(rows.ports), hosts: shuffled(rows.hosts) });
      const { links, forwarding } = resolve(of);
      const knowers = all.filter(({ hasTables, knowsSwitch }) => hasTables && knowsSwitch);
      const expected = all.flatMap(({ id, ids, isLearned, hasTables, knowsSwitch }, at) => [
        `s/${at}>${hasTables && knowsSwitch ? `${id}/up` : id}`,
        ...(hasTables ? ids.map((guest, number) => `${id}/${number}>${guest}`) : []),
        ...(hasTables && knowsSwitch && knowers.length === 1 ? [`${id}/up>${isLearned ? `s/${at}` : 's'}`] : []),
      ]);
      expect(links).toEqual(expected.sort());
      expect([...forwarding].filter(([id, reason]) => id.startsWith('s/') && reason !== null)).toEqual([]);
      const resolution = resolveNeighbors(of, null);
      const stored = resolution.links.map((link): StoredLink => {
        return { ...link, id: `${link.interfaceId} link`, createdAt: day(21), downSince: null };
      });
      const again = resolveNeighbors({ ...of, stored }, null);
      expect(again.outdatedIds.size).toBe(0);
      expect(linkChanges(stored, again)).toEqual({ addedLinks: [], changedLinks: [], removedIds: [] });
      expect(resolve({ ...of, stored }).links).toEqual(links);
    }),
    { numRuns: 200, seed: 45 },
  );
});
const guestIds = (at: number, count: number) => Array.from({ length: count }, (_none, number) => `g${at}-${number}`);
