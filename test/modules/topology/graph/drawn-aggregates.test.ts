// Aggregates, their members and blocked links in small networks built by hand.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { EdgePayloads } from '../../../../src/modules/topology/graph/graph';
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { allShortestPaths, shortestPath } from '../../../../src/modules/topology/graph/questions/paths';
import { isRoutedBetweenEnds } from '../../../../src/modules/topology/graph/questions/shared-networks';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { buildOptions, draw, edgeLines, drawEdges, drawGraph, outline, prepareDrawing, type Drawing } from './drawing';
import { inventories, withAggregates } from './inventories';

const requestedOptions = { optionalEdgeTypes: ['AggregateLink'], hidesLinkStates: ['Unlinked'] } as const;
const usual = { hidesLinkStates: ['Unlinked'] } as const;

/** Two switches with two cables, which are one aggregate at both ends. */
const bundledDrawing = ({ ifType = 161 } = {}): Drawing =>
  draw()
    .host('a')
    .port('a/1', { in: 'a/lag' })
    .port('a/2', { in: 'a/lag' })
    .port('a/lag', { ifType })
    .host('b')
    .port('b/1', { in: 'b/po' })
    .port('b/2', { in: 'b/po' })
    .port('b/po', { ifType })
    .neighbour('a/1', 'b/1')
    .neighbour('b/2', 'a/2');

const payloadOf = (network: Drawing, edgeType: 'PhysicalLink' | 'NeighborLink' | 'AggregateLink') =>
  drawEdges(network, 'L2Physical', edgeType, requestedOptions).map(({ payload }) => payload);

test('an aggregate is one link with its members, whichever end reports each cable', () => {
  expect(payloadOf(bundledDrawing(), 'AggregateLink')).toEqual([
    {
      ...{ sourceEntityId: 'a/lag', targetAggregateId: 'b/po', targetHostId: 'b' },
      ...{ sourceMemberIds: ['a/1', 'a/2'], targetMemberIds: ['b/1', 'b/2'] },
    } satisfies EdgePayloads['AggregateLink'],
  ]);
  expect(edgeLines(drawGraph(bundledDrawing(), 'L2Physical', requestedOptions))).toEqual([
    'AggregateLink a/lag > b/po "lag ↔ po"',
    'PhysicalLink a/1 > b/1 "1 ↔ 1"',
    'PhysicalLink a/2 > b/2 "2 ↔ 2"',
  ]);
});

test('an aggregate port of any ifType is drawn if it has a link; neither is drawn unless requested', () => {
  for (const ifType of [161, 53, 6]) {
    expect(outline(drawGraph(bundledDrawing({ ifType }), 'L2Physical', requestedOptions))).toContain('  a/lag "lag"');
    const graph = drawGraph(bundledDrawing({ ifType }), 'L2Physical', usual);
    expect(outline(graph)).not.toContain('  a/lag "lag"');
    expect(edgeLines(graph)).toEqual(['PhysicalLink a/1 > b/1 "1 ↔ 1"', 'PhysicalLink a/2 > b/2 "2 ↔ 2"']);
  }
});

test('cables name the aggregates of their ends even if no aggregates are requested', () => {
  expect(drawEdges(bundledDrawing(), 'L2Physical', 'PhysicalLink', usual).map(({ payload }) => payload)).toMatchObject([
    { sourceAggregateId: 'a/lag', targetAggregateId: 'b/po' },
    { sourceAggregateId: 'a/lag', targetAggregateId: 'b/po' },
  ]);
});

test('if the far aggregate is unknown, the link ends at the host, once per aggregate', () => {
  const network = draw()
    .host('a')
    .port('a/1', { in: 'a/lag' })
    .port('a/2', { in: 'a/lag' })
    .port('a/lag', { ifType: 161 })
    .host('server')
    .port('server/eth0')
    .host('other')
    .neighbour('a/1', 'server/eth0')
    .neighbour('a/2', 'other');
  expect(
    edgeLines(drawGraph(network, 'L2Physical', requestedOptions)).filter((line) => line.startsWith('Agg')),
  ).toEqual(['AggregateLink a/lag > [other] "lag"', 'AggregateLink a/lag > [server] "lag"']);
});

test('a port that is a member at one end only adds no second link', () => {
  const network = bundledDrawing().port('b/3').port('a/3', { in: 'a/lag' }).neighbour('a/3', 'b/3');
  expect(payloadOf(network, 'AggregateLink')).toMatchObject([{ sourceMemberIds: ['a/1', 'a/2'] }]);
});

test('an aggregate without linked members, or to its own host, gives no link', () => {
  const network = draw().host('a').port('a/1', { in: 'a/lag' }).port('a/lag').port('a/2').host('b').port('b/1');
  expect(payloadOf(network.neighbour('a/1', 'a/2').neighbour('a/2', 'b/1'), 'AggregateLink')).toEqual([]);
});

test.each(['L2Physical', 'Workloads'] as const)(
  '%s: if an aggregate fails, the cables of its members fail, even if the view hides the aggregate',
  (view) => {
    const allOptions: Parameters<typeof prepareDrawing>[1][] = [usual, requestedOptions, undefined];
    for (const options of allOptions) {
      const { lookup } = prepareDrawing(bundledDrawing(), options);
      const stops = buildStops(view, lookup, drawGraph(bundledDrawing(), view, options));
      const [a, b] = ['a', 'b'].map((id) => stops.at(id)[0]!);
      const lost = (...ids: string[]) => computeImpact(stops, a!, ids).unreachable;
      expect([lost('a/lag'), lost('b/po'), lost('a/1', 'b/2'), lost('a/1')]).toEqual([[b], [b], [b], []]);
    }
  },
);

/** Two servers at the ends of an aggregate, which carries the VLAN of the first server only. */
const serversDrawing = (): Drawing => {
  const network = bundledDrawing().vlan(10).vlan(20).host('p').host('q');
  network.port('a/3', { vlan: 10 }).port('p/1').neighbour('a/3', 'p/1');
  network.port('b/3', { vlan: 20 }).port('q/1').neighbour('b/3', 'q/1');
  network.rows.interfaces = network.rows.interfaces.map((port) =>
    port.id === 'a/lag' || port.id === 'b/po' ? { ...port, taggedVlanIds: ['vlan-10'] } : port,
  );
  return network;
};

test('paths over an aggregate have its VLANs, even if the view hides the aggregate', () => {
  const allOptions: Parameters<typeof prepareDrawing>[1][] = [usual, requestedOptions, undefined];
  for (const options of allOptions) {
    const { lookup } = prepareDrawing(serversDrawing(), options);
    const stops = buildStops('L2Physical', lookup, drawGraph(serversDrawing(), 'L2Physical', options));
    const path = shortestPath(stops, lookup, 'a', 'b')!;
    expect(path.hops[0]!.vlanIds).toEqual(['vlan-10']);
    expect(isRoutedBetweenEnds(path, lookup)).toBe(false);
    expect(isRoutedBetweenEnds(shortestPath(stops, lookup, 'p', 'q')!, lookup)).toBe(true);
  }
});

test('paths, their VLANs, and whether they are routed do not depend on the link states that options hide', () =>
  fc.assert(
    fc.property(withAggregates(inventories), (inventory) => {
      const pathsWith = (hidesLinkStates: readonly string[]) => {
        const prepared = prepareInventory(inventory, buildOptions({ hidesLinkStates }));
        const stops = buildStops('L2Physical', prepared.lookup, buildGraph(prepared, 'L2Physical'));
        return inventory.hosts.flatMap(({ id: from }) =>
          inventory.hosts.flatMap(({ id: to }) =>
            allShortestPaths(stops, prepared.lookup, from, to, 10).map((path) => ({
              ...path,
              isRouted: isRoutedBetweenEnds(path, prepared.lookup),
            })),
          ),
        );
      };
      const paths = pathsWith([]);
      for (const states of [['Unlinked'], ['Linked'], ['Linked', 'Unlinked']]) expect(pathsWith(states)).toEqual(paths);
    }),
    { numRuns: 200 },
  ));

test('if the last working member of an aggregate fails, the links that the aggregate itself reports fail', () => {
  const network = bundledDrawing().host('c').neighbour('a/lag', 'c');
  network.rows.interfaces.find(({ id }) => id === 'a/2')!.operStatus = 'Down';
  const { lookup } = prepareDrawing(network, usual);
  const stops = buildStops('L2Physical', lookup, drawGraph(network, 'L2Physical', usual));
  expect(computeImpact(stops, 'a', ['a/1']).unreachable).toEqual(['c']);
  expect(computeImpact(stops, 'a', ['a/2']).unreachable).toEqual([]);
});

test('an aggregate of a hidden host gives no link', () => {
  expect(payloadOf(bundledDrawing().changeHost('b', { hidden: true }), 'AggregateLink')).toEqual([]);
});

test('a link is blocked if the spanning tree blocks either end or its aggregate', () => {
  const ring = (blockedPort: string) =>
    draw()
      .host('a')
      .port('a/1', { isStpBlocked: blockedPort === 'a/1' })
      .host('b')
      .port('b/1', { isStpBlocked: blockedPort === 'b/1' })
      .neighbour('a/1', 'b/1');
  for (const end of ['a/1', 'b/1']) expect(payloadOf(ring(end), 'PhysicalLink')).toMatchObject([{ isBlocked: true }]);
  expect(payloadOf(ring('none'), 'PhysicalLink')[0]).not.toHaveProperty('isBlocked');

  const aggregate = bundledDrawing();
  aggregate.rows.interfaces.find(({ id }) => id === 'b/po')!.isStpBlocked = true;
  expect(payloadOf(aggregate, 'AggregateLink')).toMatchObject([{ isBlocked: true }]);
  expect(drawEdges(aggregate, 'L2Physical', 'PhysicalLink', usual).map(({ payload }) => payload)).toMatchObject([
    { isBlocked: true },
    { isBlocked: true },
  ]);
});

test('a link to a host alone is blocked if all ports of one host that report it are', () => {
  const reportDrawing = (second: boolean) =>
    draw()
      .host('a')
      .port('a/1', { isStpBlocked: true })
      .port('a/2', { isStpBlocked: second })
      .host('b')
      .neighbour('a/1', 'b')
      .neighbour('a/2', 'b');
  expect(payloadOf(reportDrawing(true), 'NeighborLink')).toMatchObject([{ isBlocked: true }]);
  expect(payloadOf(reportDrawing(false), 'NeighborLink')[0]).not.toHaveProperty('isBlocked');
});
