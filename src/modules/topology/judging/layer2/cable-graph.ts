// The graph of a network's cables, including cables that the spanning tree blocks. Paths in L2 are searched in it.
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { lastMade, memoizeByIdentity } from '../../graph/remembered';
import { cabling } from '../cabling';
import { hostsWithLostCable, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { createPathGraph, type PathEdge, type PathGraph } from '../searches/path-graph';
import { cablesAmong, type Cable } from './cables';

/**
 * The graph has hosts as vertices and cables as edges. If several cables are reported at one port, the port leads to an
 * unknown switch. Such a port is a vertex too, because its cables fail together with it.
 */
export const cableGraph = memoizeByIdentity((index: FactsIndex): PathGraph => {
  const interfaces = cabling(index.present.interfaces);
  const read = [forwardingOf(index), index.lookup.inventory.hosts, hostsWithLostCable(index)];
  return lastGraph(interfaces, read, () => buildCableGraph(index, interfaces));
});

const lastGraph = lastMade<Inventory['interfaces'], PathGraph>();

function buildCableGraph(index: FactsIndex, interfaces: Inventory['interfaces']): PathGraph {
  const cables = cablesAmong(interfaces);
  const forwarding = forwardingOf(index);
  const graph = createPathGraph();
  const hostVertex = (hostId: string): number =>
    graph.vertex({ id: hostId, kind: 'Host', passage: forwarding.byCable(hostId) });
  const shared = sharedPorts(cables);
  const joined = new Set<string>();
  /**
   * The vertex at an end of a cable, and the length from this vertex to the middle of the cable, in half hops: 1 for a
   * host, 0 for a shared port, which counts as the middle and is one half hop from its host.
   */
  const endOf = ({ hostId, port }: Cable['ends'][number]) => {
    const host = hostVertex(hostId);
    if (!port || !shared.has(port)) return { vertex: host, halves: 1 };
    const vertex = graph.vertex({ id: port.id, kind: 'Port', passage: 'Yes' });
    if (!joined.has(port.id)) {
      joined.add(port.id);
      graph.edge({ ends: [host, vertex], halves: 1, elementIds: [port.id] });
    }
    return { vertex, halves: 0 };
  };
  for (const { ends, count, isUnclear } of cables) {
    const [a, b] = [endOf(ends[0]), endOf(ends[1])];
    const edge: PathEdge = {
      ends: [a.vertex, b.vertex],
      halves: (a.halves + b.halves) as PathEdge['halves'],
      elementIds: ends.flatMap(({ port }) => port?.id ?? []),
      ...(isUnclear && { isUnclear }),
    };
    for (let at = 0; at < Math.min(count, 2); at += 1) graph.edge(edge);
  }
  // Hosts whose cables are all down are isolated vertices: they certainly have no path. Hosts without a known cable are
  // not in the graph, because their paths are unknown.
  for (const hostId of [...hostsWithLostCable(index)].sort(byText))
    if (index.lookup.hosts.has(hostId)) hostVertex(hostId);
  return graph.build();
}

/** The ports at which several cables end. */
function sharedPorts(cables: readonly Cable[]): ReadonlySet<InventoryInterface> {
  const [ports, sharedOnes] = [new Set<InventoryInterface>(), new Set<InventoryInterface>()];
  for (const { ends } of cables)
    for (const { port } of ends) {
      if (!port) continue;
      if (ports.has(port)) sharedOnes.add(port);
      ports.add(port);
    }
  return sharedOnes;
}
