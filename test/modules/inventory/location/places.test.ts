// Finding a machine's port among all ports that have seen it. In any tree of switches, a port on the path is never
// mistaken for the machine's own port.
import fc from 'fast-check';
import { rankPlaces, type Sighting } from '../../../../src/modules/inventory/location/places';

const sighting = (interfaceId: string, more: Partial<Sighting> = {}): Sighting => ({
  ...{ interfaceId, hostId: `host of ${interfaceId}`, evidence: 'ForwardingTable', macAddress: 'aa:bb:cc:00:00:01' },
  ...{ readAt: new Date('2026-11-20T10:00:00Z'), runId: 'run 1', learnedCount: 1, isVirtual: false, farHostIds: [] },
  ...more,
});
const idsOf = (sampleSightings: readonly Sighting[]) => sampleSightings.map(({ interfaceId }) => interfaceId);
const answerOf = (sightings: readonly Sighting[]) => {
  const { ports, passing, note } = rankPlaces(sightings, 1);
  return { ports: idsOf(ports), passing: idsOf(passing), note };
};

test.each<[string, readonly Sighting[], ReturnType<typeof answerOf>]>([
  ['nothing', [], { ports: [], passing: [], note: 'NotSeen' }],
  [
    'a cable before tables',
    [sighting('edge'), sighting('cable', { evidence: 'Cable', macAddress: null, readAt: null })],
    { ports: ['cable'], passing: ['edge'], note: null },
  ],
  [
    'a port to a switch that has learned it too',
    [sighting('uplink', { farHostIds: ['access'] }), sighting('edge', { hostId: 'access' })],
    { ports: ['edge'], passing: ['uplink'], note: null },
  ],
  [
    'a port to a switch that was not read',
    [sighting('downlink', { farHostIds: ['unread'] })],
    { ports: ['downlink'], passing: [], note: null },
  ],
  [
    'an ARP table alone',
    [sighting('routed', { evidence: 'ArpTable' })],
    { ports: [], passing: ['routed'], note: 'OnTheWayOnly' },
  ],
  [
    'a VLAN interface',
    [sighting('vlan10', { isVirtual: true })],
    { ports: [], passing: ['vlan10'], note: 'OnTheWayOnly' },
  ],
  [
    'two ports that nothing decides between, the one with fewer addresses first',
    [sighting('a', { learnedCount: 9 }), sighting('b', { learnedCount: 2 })],
    { ports: ['b', 'a'], passing: [], note: 'SeveralPorts' },
  ],
  [
    'a machine with two cards',
    [sighting('a'), sighting('b', { macAddress: 'aa:bb:cc:00:00:02' })],
    { ports: ['a', 'b'], passing: [], note: null },
  ],
  [
    'two cables',
    [sighting('a', { evidence: 'Cable' }), sighting('b', { evidence: 'Cable' })],
    { ports: ['a', 'b'], passing: [], note: null },
  ],
  [
    'a port of a later run',
    [sighting('before'), sighting('now', { readAt: new Date('2026-11-21T10:00:00Z'), runId: 'run 2' })],
    { ports: ['now'], passing: ['before'], note: null },
  ],
  [
    'one port in two tables',
    [sighting('edge'), sighting('edge', { evidence: 'ArpTable' })],
    { ports: ['edge'], passing: [], note: null },
  ],
])('%s', (_what, sightings, answer) => expect(answerOf(sightings)).toEqual(answer));

test('a port with other addresses is marked as shared, and one contradicted by a later run as outdated', () => {
  const { ports, passing } = rankPlaces(
    [
      sighting('now', { readAt: new Date('2026-11-21T10:00:00Z'), runId: 'run 2', learnedCount: 3 }),
      sighting('before'),
    ],
    2,
  );
  expect(ports).toMatchObject([{ interfaceId: 'now', isShared: true, isOutdated: false }]);
  expect(passing).toMatchObject([{ interfaceId: 'before', isShared: false, isOutdated: true }]);
});

/**
 * A tree of switches: each switch's parent, whether its forwarding table is read, and whether all switches report
 * neighbors.
 */
const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 12 }).chain((parents) =>
  fc.record({
    parents: fc.constant(parents.map((parent, at) => (at === 0 ? -1 : parent % at))),
    isRead: fc.array(fc.boolean(), { minLength: parents.length, maxLength: parents.length }),
    hearsOthers: fc.boolean(),
    at: fc.nat({ max: parents.length - 1 }),
    others: fc.array(fc.nat({ max: parents.length - 1 }), { maxLength: 20 }),
    isUnmanaged: fc.boolean(),
  }),
);

test('in any tree of switches, read or not, the true port is among the nearest', () => {
  fc.assert(
    fc.property(trees, ({ parents, isRead, hearsOthers, at, others, isUnmanaged }) => {
      const wayTo = (from: number): number[] => (from < 0 ? [] : [from, ...wayTo(parents[from]!)]);
      /** The next switch on the path from one switch to another. */
      const towards = (from: number, to: number): number => {
        const path = wayTo(to);
        const foundIndex = path.indexOf(from);
        return foundIndex > 0 ? path[foundIndex - 1]! : parents[from]!;
      };
      const portTo = (from: number, to: number) => (from === to ? `${from} edge` : `${from} to ${towards(from, to)}`);
      const machines = [at, ...others];
      const sightings = parents.flatMap((_parent, from) => {
        if (!isRead[from]) return [];
        const interfaceId = portTo(from, at);
        // Two machines at one switch share a port only if an unmanaged switch connects them to that port.
        const isBehind = (other: number, index: number) =>
          index === 0 || (portTo(from, other) === interfaceId && (from !== other || isUnmanaged));
        const farHostIds = hearsOthers && from !== at ? [String(towards(from, at))] : [];
        const learnedCount = machines.filter(isBehind).length;
        return [sighting(interfaceId, { hostId: String(from), farHostIds, learnedCount })];
      });
      const { ports, passing, note } = answerOf(sightings);
      const nearest = wayTo(0).length > 0 && isRead[at] ? `${at} edge` : undefined;
      expect([...ports, ...passing].toSorted()).toEqual(idsOf(sightings).toSorted());
      if (nearest) expect(ports).toContain(nearest);
      if (nearest && hearsOthers && isRead.every(Boolean))
        expect({ ports, note }).toEqual({ ports: [nearest], note: null });
      const none = sightings.length > 0 ? 'OnTheWayOnly' : 'NotSeen';
      expect(note).toBe(ports.length > 1 ? 'SeveralPorts' : ports.length === 1 ? null : none);
    }),
    { seed: 39, numRuns: 500 },
  );
});
