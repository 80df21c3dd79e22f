// Paths and impacts in views in which every node can be part of a path. Each computed result is compared with a result
// found by brute force.
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { allShortestPaths } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { always, enclosingBoxes } from './by-force';

describe.each(['Workloads', 'Application'] as const)('%s', (view) => {
  /**
   * The nodes that represent a row. If the graph does not draw a part of a host, such as a port, the host's nodes
   * represent the part as an end of a path (`isPlace`), and no node represents it as a failed row.
   */
  const meantStops = (graph: Graph, inventory: Inventory, id: string, isPlace: boolean): string[] => {
    const isNode = graph.nodes.some((node) => node.id === id);
    const heads = graph.nodes.filter((node) => {
      if (isNode) return node.id === id;
      if (node.nodeType === 'Container') return node.entityId === id;
      return node.hostId === id || node.inlineGroups.some(({ entityId }) => entityId === id);
    });
    const foundNodes = graph.nodes.filter((node) =>
      heads.some((head) => head.id === node.id || enclosingBoxes(graph, node.id).includes(head.id)),
    );
    const { interfaces, ipAddresses, services, ports } = inventory;
    const part = [...interfaces, ...ipAddresses, ...services, ...ports].find((row) => row.id === id);
    if (foundNodes.length > 0 || !part || !isPlace) return foundNodes.map((node) => node.id);
    return meantStops(graph, inventory, part.hostId, true);
  };
  /** The number of steps from the start nodes to each node that can be reached without passing failed nodes. */
  const distances = (
    { edges }: Graph,
    { interfaces }: Inventory,
    from: string[],
    stops: string[] = [],
    failedStops: string[] = [],
  ) => {
    const knownNumbers = new Map(from.filter((id) => !stops.includes(id)).map((id) => [id, 0]));
    const isCut = ({ edgeType, payload }: Graph['edges'][number]) => {
      if (edgeType === 'PhysicalLink')
        return failedStops.includes(payload.sourceEntityId) || failedStops.includes(payload.targetEntityId);
      if (edgeType !== 'NeighborLink') return false;
      const hosts = [payload.sourceHostId, payload.targetHostId];
      return hosts.some((hostId) => {
        const tellers = interfaces.filter(
          (port) =>
            port.hostId === hostId && port.neighbors.some((far) => far.hostId !== hostId && hosts.includes(far.hostId)),
        );
        return tellers.length > 0 && tellers.every(({ id }) => failedStops.includes(id));
      });
    };
    const open = edges.filter((edge) => !isCut(edge));
    for (let step = 1, grown = true; grown; step += 1) {
      grown = false;
      const before = new Set(knownNumbers.keys());
      for (const { source, target } of open)
        for (const [one, other] of [
          [source, target],
          [target, source],
        ] as const)
          if (before.has(one) && !knownNumbers.has(other) && !stops.includes(other)) {
            knownNumbers.set(other, step);
            grown = true;
          }
    }
    return knownNumbers;
  };
  const anyIds = ({ hosts, interfaces, services, ports, ipAddresses, tags }: Inventory, graph: Graph) =>
    [graph.nodes, hosts, interfaces, services, ports, ipAddresses, tags].map((list) => list.map(({ id }) => id));

  test('shortest paths lead from any node of one host to any node of the other', () =>
    always(view, ({ prepared, graph, pick }) => {
      const { inventory } = prepared.lookup;
      const stops = buildStops(view, prepared.lookup, graph);
      const ids = anyIds(inventory, graph).flatMap(pick);
      for (const [from, to] of ids.map((id, index) => [id, ids[(index + 5) % ids.length]!] as const)) {
        const ends = meantStops(graph, inventory, to, true);
        const steps = distances(graph, inventory, meantStops(graph, inventory, from, true));
        const least = Math.min(...ends.map((id) => steps.get(id) ?? Infinity));
        const paths = allShortestPaths(stops, prepared.lookup, from, to, 1000);
        expect(paths.length === 0).toBe(least === Infinity);
        for (const { length } of paths) expect(length).toBe(least);
        const reachedEnds = paths.map(({ hops }) => hops.at(-1)!.id);
        expect(new Set(reachedEnds)).toEqual(new Set(ends.filter((id) => steps.get(id) === least)));
      }
    }));

  test('the impact is what was reachable from any node of the root before, and now is not', () =>
    always(view, ({ prepared, graph, pick }) => {
      const { inventory } = prepared.lookup;
      const kinds = anyIds(inventory, graph);
      const [root] = kinds.flatMap(pick);
      // The rows that fail: for each kind in `kinds`, at most as many as the number at the same position of this list.
      const failing = [1, 0, 3, 1, 1, 1, 1].flatMap((count, kind) => pick(kinds[kind]!).slice(3 - count));
      if (root === undefined) return;
      const starts = meantStops(graph, inventory, root, true);
      const stops = failing.flatMap((id) => meantStops(graph, inventory, id, false));
      const after = distances(graph, inventory, starts, stops, failing);
      const lostStops = [...distances(graph, inventory, starts).keys()].filter(
        (id) => !after.has(id) && !stops.includes(id),
      );
      expect(computeImpact(buildStops(view, prepared.lookup, graph), root, failing)).toEqual({
        unreachable: lostStops.sort(),
        stillReachable: after.size,
      });
    }));
});
