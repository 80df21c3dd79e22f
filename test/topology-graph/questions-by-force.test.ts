// Questions on generated inventories, each against an answer found by trying everything.
import fc from 'fast-check';
import { buildGraph, prepareInventory, type PreparedInventory } from '../../src/topology-graph/build-graph';
import type { Graph } from '../../src/topology-graph/graph';
import type { Inventory } from '../../src/topology-graph/inventory';
import type { View } from '../../src/topology-graph/options';
import { componentsOf, impactOf, singlePointsOfFailure } from '../../src/topology-graph/questions/impact';
import { neighboursOf } from '../../src/topology-graph/questions/neighbours';
import { allShortestPaths } from '../../src/topology-graph/questions/paths';
import { stopsOf } from '../../src/topology-graph/questions/stops';
import { vlanPath } from '../../src/topology-graph/questions/vlan-path';
import { inventories, requestOptions } from './inventories';

/** Stops with their neighbours, and those that one may pass through, read from the rows alone. */
interface Roads {
  readonly next: Map<string, Set<string>>;
  readonly transit: Set<string>;
}

function roadsOf(inventory: Inventory, view: 'L2Physical' | 'L3Logical'): Roads {
  const hosts = inventory.hosts.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const next = new Map(hosts.map((id) => [id, new Set<string>()]));
  const join = (a: string, b: string) => {
    if (a === b || !next.has(a) || !next.has(b)) return;
    next.get(a)!.add(b);
    next.get(b)!.add(a);
  };
  if (view === 'L2Physical') {
    for (const { hostId, neighbors } of inventory.interfaces) for (const far of neighbors) join(hostId, far.hostId);
    // Where nothing is known of a cable, nothing is said.
    const linked = new Map([...next].filter(([, far]) => far.size > 0));
    return { next: linked, transit: new Set(linked.keys()) };
  }
  const subnets = inventory.subnets.filter(({ subnetType }) => subnetType !== 'Loopback').map(({ id }) => id);
  for (const id of subnets) next.set(id, new Set());
  for (const { hostId, subnetId } of inventory.ipAddresses) join(hostId, subnetId);
  const gateways = inventory.services.filter(({ software }) => software.isGateway).map(({ hostId }) => hostId);
  return { next, transit: new Set([...subnets, ...gateways]) };
}

/** Every way from one stop to another that visits none twice and passes only through transit stops. */
function simplePaths({ next, transit }: Roads, from: string, to: string): string[][] {
  if (from === to) return [[from]];
  const found: string[][] = [];
  const walk = (path: string[]): void => {
    const last = path.at(-1)!;
    if (last === to) found.push(path);
    else if (path.length === 1 || transit.has(last))
      for (const stop of next.get(last)!) if (!path.includes(stop)) walk([...path, stop]);
  };
  walk([from]);
  return found;
}

function reached({ next, transit }: Roads, from: string, closed: readonly string[] = []): Set<string> {
  let known = new Set(closed.includes(from) ? [] : [from]);
  for (;;) {
    const more = [...known]
      .filter((stop) => stop === from || transit.has(stop))
      .flatMap((stop) => [...next.get(stop)!])
      .filter((stop) => !closed.includes(stop));
    const grown = new Set([...known, ...more]);
    if (grown.size === known.size) return known;
    known = grown;
  }
}

/** All hosts and all ports are in play: the filter on link states is the builder's own matter. */
const plain = requestOptions.map((options) => ({ ...options, hideMetadataValues: {} }));

const always = (
  view: View,
  property: (given: {
    prepared: PreparedInventory;
    graph: Graph;
    inventory: Inventory;
    pick: (list: readonly string[]) => string[];
  }) => void,
  options = plain,
) =>
  fc.assert(
    fc.property(
      inventories,
      options,
      fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      (inventory, options, numbers) => {
        const prepared = prepareInventory(inventory, options);
        const pick = (list: readonly string[]) =>
          list.length === 0 ? [] : numbers.map((number) => list[number % list.length]!);
        property({ prepared, graph: buildGraph(prepared, view), inventory, pick });
      },
    ),
    { numRuns: 500 },
  );

describe.each(['L2Physical', 'L3Logical'] as const)('%s', (view) => {
  test('shortest paths are the shortest of all simple paths, all of them, in their order', () =>
    always(view, ({ prepared, graph, inventory, pick }) => {
      const roads = roadsOf(inventory, view);
      const [from, to] = pick([...roads.next.keys()]);
      if (from === undefined) return;
      const all = simplePaths(roads, from, to!).map((path) => path.join(' '));
      const least = Math.min(...all.map((path) => path.split(' ').length));
      const shortest = all.filter((path) => path.split(' ').length === least).sort();
      const stops = stopsOf(view, prepared.lookup, graph);
      const paths = allShortestPaths(stops, prepared.lookup, from, to!, 1000);
      expect(paths.map(({ hops }) => hops.map(({ id }) => id).join(' '))).toEqual(shortest);
    }));

  test('single points of failure are the stops without which two others no longer reach each other', () =>
    always(view, ({ prepared, graph, inventory }) => {
      const roads = roadsOf(inventory, view);
      const stops = [...roads.next.keys()];
      const parts = (failing: string) =>
        stops.some((from) => {
          if (from === failing) return false;
          const after = reached(roads, from, [failing]);
          return [...reached(roads, from)].some((to) => to !== failing && !after.has(to));
        });
      expect(singlePointsOfFailure(stopsOf(view, prepared.lookup, graph))).toEqual(stops.filter(parts).sort());
    }));

  test('the impact is what was reached before and is not now', () =>
    always(view, ({ prepared, graph, inventory, pick }) => {
      const roads = roadsOf(inventory, view);
      const [root, ...failing] = pick([...roads.next.keys()]);
      if (root === undefined) return;
      const after = reached(roads, root, failing);
      const lost = [...reached(roads, root)].filter((stop) => !after.has(stop) && !failing.includes(stop));
      expect(impactOf(stopsOf(view, prepared.lookup, graph), root, failing)).toEqual({
        unreachable: lost.sort(),
        stillReachable: after.size,
      });
    }));

  test('components are the sets of stops that are joined in any way', () =>
    always(view, ({ prepared, graph, inventory }) => {
      const roads = roadsOf(inventory, view);
      const everywhere = { ...roads, transit: new Set(roads.next.keys()) };
      const sets = new Set([...roads.next.keys()].map((stop) => [...reached(everywhere, stop)].sort().join(' ')));
      const found = componentsOf(stopsOf(view, prepared.lookup, graph));
      expect(new Set(found.map((component) => component.join(' ')))).toEqual(sets);
      expect(found.map(({ length }) => length)).toEqual(found.map(({ length }) => length).sort((a, b) => b - a));
    }));
});

test.each(['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const)(
  'neighbours in %s are the ends of edges within so many steps',
  (view) =>
    always(view, ({ graph, pick }) => {
      const [of] = pick(graph.nodes.map(({ id }) => id));
      if (of === undefined) return;
      const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
      const around = (id: string): string[] => {
        const node = nodes.get(id)!;
        const parent = node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
        return [id, ...(parent === null ? [] : around(parent))];
      };
      const placeOf = (id: string) => {
        const machine = around(id).find((one) => {
          const node = nodes.get(one)!;
          return node.nodeType === 'Container' && node.containerType === 'Host';
        });
        return machine ?? id;
      };
      const starts = new Set([...nodes.keys()].filter((id) => around(id).includes(of)).map(placeOf));
      for (const depth of [1, 2, 5]) {
        let within = starts;
        const used = new Set<string>();
        for (let step = 0; step < depth; step += 1) {
          const touched = graph.edges.filter((edge) =>
            [edge.source, edge.target].some((id) => within.has(placeOf(id))),
          );
          for (const { id } of touched) used.add(id);
          within = new Set([...within, ...touched.flatMap(({ source, target }) => [placeOf(source), placeOf(target)])]);
        }
        const edges = graph.edges.filter(({ id }) => used.has(id));
        const ends = edges.flatMap(({ source, target }) => [source, target]).filter((id) => !starts.has(placeOf(id)));
        const expected = new Set(ends.flatMap((id) => [id, placeOf(id)]));
        const found = neighboursOf(graph, of, depth);
        expect(new Set(found.nodes.map(({ id }) => id))).toEqual(expected);
        expect(found.edges).toEqual(edges);
      }
    }),
);

test('the path of a VLAN: every cable of which an end carries it is whole or a gap, and segments are its ends joined', () => {
  const path: Parameters<typeof always>[1] = ({ prepared, inventory, pick }) => {
    const [vlanId] = pick(inventory.vlans.map(({ id }) => id));
    if (vlanId === undefined) return;
    const visible = new Set(inventory.hosts.filter(({ hidden }) => !hidden).map(({ id }) => id));
    const visiblePorts = inventory.interfaces.filter(({ hostId }) => visible.has(hostId));
    const carrying = visiblePorts.filter(
      ({ nativeVlanId, taggedVlanIds }) => nativeVlanId === vlanId || taggedVlanIds.includes(vlanId),
    );
    const ids = carrying.map(({ id }) => id);
    const pairs = new Set(
      visiblePorts.flatMap(({ id, hostId, neighbors }) =>
        neighbors.flatMap((far) =>
          far.interfaceId === null || far.hostId === hostId || !visible.has(far.hostId)
            ? []
            : [[id, far.interfaceId].sort().join(' ')],
        ),
      ),
    );
    const ends = (count: number) =>
      [...pairs].filter((pair) => pair.split(' ').filter((id) => ids.includes(id)).length === count);
    const { ports, links, gaps, segments } = vlanPath(vlanId, prepared);
    expect(ports.map(({ interfaceId }) => interfaceId).sort()).toEqual(ids.sort());
    expect(links.map((link) => `${link.sourceInterfaceId} ${link.targetInterfaceId}`).sort()).toEqual(ends(2).sort());
    expect(gaps.map((gap) => [gap.carryingInterfaceId, gap.lackingInterfaceId].sort().join(' ')).sort()).toEqual(
      ends(1).sort(),
    );
    for (const gap of gaps) expect(ids).toContain(gap.carryingInterfaceId);
    expect(segments.flat().sort()).toEqual([...new Set(carrying.map(({ hostId }) => hostId))].sort());
    const segmentOf = (interfaceId: string) =>
      segments.findIndex((hosts) => hosts.includes(inventory.interfaces.find(({ id }) => id === interfaceId)!.hostId));
    for (const link of links) expect(segmentOf(link.sourceInterfaceId)).toBe(segmentOf(link.targetInterfaceId));
  };
  // Whatever the options hide.
  always('L2Physical', path, requestOptions);
});
