// Tests which nodes are rerouted by what-if changes of a network: the root still reaches them, but by another path. The
// result is compared with all shortest paths before and after the changes.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Inventory, InventoryInterface } from '../../../../src/modules/topology/graph/inventory';
import { byText } from '../../../../src/modules/topology/graph/order';
import type { RequestOptions, View } from '../../../../src/modules/topology/graph/options';
import { allShortestPaths, type Path } from '../../../../src/modules/topology/graph/questions/paths';
import { findReroutedStops } from '../../../../src/modules/topology/graph/questions/rerouted-stops';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { suppose } from '../../../../src/modules/topology/judging/supposing/suppose';
import { inventories } from './inventories';

const instant = '2026-11-29T08:00:00.000Z';
const options: RequestOptions = {
  containerRules: { L2Physical: [], L3Logical: [], Workloads: [], Application: [] },
  ...{ elementRules: [], hideEntities: {}, hideMetadataValues: {} },
};
const drawStops = (inventory: Inventory, view: View) => {
  const prepared = prepareInventory(inventory, options);
  return { lookup: prepared.lookup, stops: buildStops(view, prepared.lookup, buildGraph(prepared, view)) };
};
type DrawnStops = ReturnType<typeof drawStops>;
/** The nodes of each path, without ports and addresses, as one sorted text. */
const sequences = (paths: readonly Path[]): string =>
  paths
    .map(({ hops }) => hops.map(({ id }) => id).join(' '))
    .sort(byText)
    .join();

/** Inventories whose hosts have many cables, so that there are several paths between two hosts. */
const meshes = fc
  .tuple(
    inventories.filter(({ hosts }) => hosts.length > 2),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 4, maxLength: 12 }),
  )
  .map(([inventory, pairs]): Inventory => {
    const { hosts } = inventory;
    const interfaces = pairs.flatMap(([from, to], index): InventoryInterface[] => {
      const [one, other] = [hosts[from % hosts.length]!.id, hosts[to % hosts.length]!.id];
      if (one === other) return [];
      const idOf = (end: number) => `00000000-0000-4000-8000-0000000${10_000 + 10 * index + end}`;
      const rest = { displayName: '', ifType: 6, operStatus: 'Up', ipAddressId: null, nativeVlanId: null } as const;
      const cable = {
        interfaceId: idOf(1),
        hostId: other,
        protocol: 'LLDP',
        basis: 'Manual',
        downSince: null,
      } as const;
      return [
        { ...rest, id: idOf(0), hostId: one, taggedVlanIds: [], neighbors: [cable] },
        { ...rest, id: idOf(1), hostId: other, taggedVlanIds: [], neighbors: [] },
      ];
    });
    return { ...inventory, interfaces };
  });

/** By brute force: the nodes that the root reaches before and after the changes, but by different paths. */
function otherSequences(before: DrawnStops, after: DrawnStops, root: string): string[] {
  return before.stops.graph.nodes().filter((stop) => {
    if (stop === root || !after.stops.graph.hasNode(stop)) return false;
    const [earlier, later] = [before, after].map(({ stops, lookup }) =>
      sequences(allShortestPaths(stops, lookup, root, stop, 1_000)),
    );
    return earlier !== '' && later !== '' && earlier !== later;
  });
}

test.each(['L2Physical', 'L3Logical'] as const)('%s: they are those with other sequences of stops', (view) => {
  let count = 0;
  fc.assert(
    fc.property(meshes, (inventory) => {
      const before = drawStops(inventory, view);
      for (const { id: hostId } of inventory.hosts) {
        const after = drawStops(suppose(inventory, [{ kind: 'HostRemoved', hostId }], instant).result!, view);
        for (const root of before.stops.graph.nodes()) {
          if (!after.stops.graph.hasNode(root)) continue;
          const question = { before: before.stops, after: after.stops, root, downIds: [] };
          const others = otherSequences(before, after, root).sort(byText);
          expect(findReroutedStops(question)).toEqual(others);
          count += others.length;
        }
      }
    }),
    { numRuns: 60, seed: 46 },
  );
  if (view === 'L2Physical') expect(count).toBeGreaterThan(0);
});

test('a stop to which one of two parallel cables is left is reached another way', () => {
  fc.assert(
    fc.property(meshes, (inventory) => {
      const { stops } = drawStops(inventory, 'L2Physical');
      for (const { id: interfaceId, hostId, neighbors } of inventory.interfaces) {
        const far = neighbors[0]?.hostId;
        if (far === undefined) continue;
        const { result } = suppose(inventory, [{ kind: 'PortDisconnected', interfaceId }], instant);
        const after = drawStops(result!, 'L2Physical');
        const isConnected = after.stops.graph.hasNode(hostId) && after.stops.graph.areNeighbors(hostId, far);
        const rerouted = findReroutedStops({ before: stops, after: after.stops, root: hostId, downIds: [] });
        if (isConnected) expect(rerouted).toContain(far);
      }
    }),
    { numRuns: 60, seed: 46 },
  );
});

test('nothing is reached another way if nothing changes', () =>
  fc.assert(
    fc.property(inventories, (inventory) => {
      const { stops } = drawStops(inventory, 'L2Physical');
      for (const root of stops.graph.nodes())
        expect(findReroutedStops({ before: stops, after: stops, root, downIds: [] })).toEqual([]);
    }),
  ));
