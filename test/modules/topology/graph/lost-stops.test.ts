// Tests which nodes a root can no longer reach after what-if changes of a network. For a failed host, the result must
// equal that of `computeImpact`. Without a given root, the largest part of the network that stays connected is the
// root.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { byText } from '../../../../src/modules/topology/graph/order';
import type { RequestOptions, View } from '../../../../src/modules/topology/graph/options';
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { findLostStops } from '../../../../src/modules/topology/graph/questions/lost-stops';
import { buildStops, findReachable, type Stops } from '../../../../src/modules/topology/graph/questions/stops';
import { suppose } from '../../../../src/modules/topology/judging/supposing/suppose';
import { inventories } from './inventories';

const instant = '2026-11-29T08:00:00.000Z';
const options: RequestOptions = {
  containerRules: { L2Physical: [], L3Logical: [], Workloads: [], Application: [] },
  ...{ elementRules: [], hideEntities: {}, hideMetadataValues: {} },
};
/** Options of a topology that shows missing hosts. */
const showingAll: RequestOptions = { ...options, hideMetadataValues: { L3Logical: { Host: { Staleness: [] } } } };
const stopsOf = (inventory: Inventory, view: View, request = options): Stops => {
  const prepared = prepareInventory(inventory, request);
  return buildStops(view, prepared.lookup, buildGraph(prepared, view));
};
const failed = (inventory: Inventory, hostId: string): Inventory =>
  suppose(inventory, [{ kind: 'HostFails', hostId }], instant).result!;
/** Inventories in which no host runs on another host, so that a failing host takes no virtual machines with it. */
const separate = inventories.map((inventory) => ({
  ...inventory,
  hosts: inventory.hosts.map((host) => ({ ...host, virtualizationServiceId: null })),
}));

test.each(['L2Physical', 'L3Logical'] as const)('%s: for a root it is the impact of the failure', (view) =>
  fc.assert(
    fc.property(separate, fc.constantFrom(options, showingAll), (inventory, request) => {
      const before = stopsOf(inventory, view, request);
      for (const { id: hostId } of inventory.hosts) {
        const after = stopsOf(failed(inventory, hostId), view, request);
        for (const { id: root } of inventory.hosts) {
          if (root === hostId || !before.graph.hasNode(root)) continue;
          const lost = findLostStops({ before, after, root, downIds: [hostId], namedIds: [hostId] });
          expect(lost).toEqual(computeImpact(before, root, [hostId]));
        }
      }
    }),
    { numRuns: 60 },
  ),
);

test.each(['L2Physical', 'L3Logical'] as const)(
  '%s: without a root, the largest part that is left is the root',
  (view) => {
    let cut = 0;
    fc.assert(
      fc.property(separate, (inventory) => {
        const before = stopsOf(inventory, view);
        for (const { id: hostId } of inventory.hosts) {
          const after = stopsOf(failed(inventory, hostId), view);
          const forwarding = after.graph.nodes().filter((stop) => after.graph.getNodeAttribute(stop, 'isTransit'));
          const parts = forwarding.map((stop) => ({ stop, size: findReachable(after.graph, [stop]).size }));
          const alone = before.graph.nodes().filter((stop) => stop !== hostId);
          parts.push(...(parts.length === 0 ? alone.map((stop) => ({ stop, size: 1 })) : []));
          const [largest] = parts.sort((a, b) => b.size - a.size || byText(a.stop, b.stop));
          const question = { before, after, downIds: [hostId], namedIds: [hostId] };
          const lost = findLostStops({ ...question, root: null });
          expect(lost.stillReachable).toBe(largest?.size ?? 0);
          const expected = largest ? findLostStops({ ...question, root: largest.stop }).unreachable : [];
          expect(lost.unreachable).toEqual(expected);
          cut += expected.length;
        }
      }),
      { numRuns: 100 },
    );
    expect(cut).toBeGreaterThan(0);
  },
);
