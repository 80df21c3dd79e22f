// The graph of the ways along cables, blocked ones included.
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { lastMade, memoizeByIdentity } from '../../graph/remembered';
import { cabling } from '../cabling';
import { hostsWithLostCable, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { createWayGraph, type WayEdge, type WayGraph } from '../searches/way-graph';
import { cablesAmong, type Cable } from './cables';

/**
 * Hosts are vertices, cables are edges. A port with several cables is a vertex between its host and the hosts behind
 * it: such a port leads to a device that is not known, and all its cables fail with the port. The half-known cables of a
 * port lead to one device each.
 */
export const cableGraph = memoizeByIdentity((index: FactsIndex): WayGraph => {
  const interfaces = cabling(index.present.interfaces);
  const read = [forwardingOf(index), index.lookup.inventory.hosts, hostsWithLostCable(index)];
  return lastGraph(interfaces, read, () => buildCableGraph(index, interfaces));
});

/** Successive states have the same graph while what it depends on is the same. */
const lastGraph = lastMade<Inventory['interfaces'], WayGraph>();

function buildCableGraph(index: FactsIndex, interfaces: Inventory['interfaces']): WayGraph {
  const cables = cablesAmong(interfaces);
  const forwarding = forwardingOf(index);
  const graph = createWayGraph();
  const hostVertex = (hostId: string): number =>
    graph.vertex({ id: hostId, kind: 'Host', passage: forwarding.byCable(hostId) });
  const shared = sharedPorts(cables);
  const joined = new Set<string>();
  /** The vertex at which a cable ends, with its length up to the middle of the cable. */
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
    const edge: WayEdge = {
      ends: [a.vertex, b.vertex],
      halves: (a.halves + b.halves) as WayEdge['halves'],
      elementIds: ends.flatMap(({ port }) => port?.id ?? []),
      ...(isUnclear && { isUnclear }),
    };
    for (let at = 0; at < Math.min(count, 2); at += 1) graph.edge(edge);
  }
  // A host whose cables are all down has no way. Of a host without a known cable it is not known.
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
