// Where one can go in a view: stops and the ways between them, as a graph of graphology that the questions run on.
import { MultiUndirectedGraph } from 'graphology';
import { hostLinks, portLinks } from '../edges/link-edges';
import type { Graph } from '../graph';
import type { Lookup } from '../lookup';
import type { View } from '../options';

/** What a way between two stops is made of: ports of a cable, an address in a subnet, or an edge of the view. */
export type Way =
  | { readonly kind: 'cable'; readonly interfaceIds: Readonly<Record<string, string>> }
  | { readonly kind: 'address'; readonly ipAddressId: string }
  | { readonly kind: 'edge'; readonly edgeId: string };

export interface Stop {
  readonly kind: 'Host' | 'Subnet' | 'Node';
  /** Whether one may pass through: a subnet, a gateway, a switch; not a machine with two addresses. */
  readonly isTransit: boolean;
}
export type StopGraph = MultiUndirectedGraph<Stop, Way>;

export interface Stops {
  readonly graph: StopGraph;
  /** The stop that an entity or a node is or is part of; undefined where it has none. */
  stopOf(id: string): string | undefined;
}

/** Devices and cables in L2, hosts and subnets in L3, and in the other views what they draw. */
export function stopsOf(view: View, lookup: Lookup, graph: Graph): Stops {
  if (view === 'L2Physical') return deviceStops(lookup);
  if (view === 'L3Logical') return routedStops(lookup);
  return drawnStops(graph, lookup);
}

/** Only devices with a link, as the view draws them: where nothing is known of a cable, nothing can be said of its failure. */
function deviceStops(lookup: Lookup): Stops {
  const stops: StopGraph = new MultiUndirectedGraph();
  const link = (a: string, b: string, interfaceIds: Record<string, string>): void => {
    for (const id of [a, b]) stops.mergeNode(id, { kind: 'Host', isTransit: true });
    stops.addUndirectedEdge(a, b, { kind: 'cable', interfaceIds });
  };
  const cables = portLinks(lookup);
  for (const { a, b } of cables) link(a.hostId, b.hostId, { [a.hostId]: a.id, [b.hostId]: b.id });
  for (const { hostA, hostB } of hostLinks(lookup, cables)) link(hostA, hostB, {});
  const stopOf = (id: string) => {
    const hostId = hostBehind(id, lookup);
    return hostId !== undefined && stops.hasNode(hostId) ? hostId : undefined;
  };
  return { graph: stops, stopOf };
}

function routedStops(lookup: Lookup): Stops {
  const stops: StopGraph = new MultiUndirectedGraph();
  const gateways = new Set(
    lookup.inventory.services.filter(({ software }) => software.isGateway).map((one) => one.hostId),
  );
  for (const { id } of lookup.inventory.hosts) stops.addNode(id, { kind: 'Host', isTransit: gateways.has(id) });
  for (const { id, subnetType } of lookup.inventory.subnets)
    if (subnetType !== 'Loopback') stops.addNode(id, { kind: 'Subnet', isTransit: true });
  for (const { id, hostId, subnetId } of lookup.inventory.ipAddresses)
    if (stops.hasNode(subnetId)) stops.addUndirectedEdge(hostId, subnetId, { kind: 'address', ipAddressId: id });
  const stopOf = (id: string) => (stops.hasNode(id) ? id : hostBehind(id, lookup));
  return { graph: stops, stopOf };
}

function drawnStops({ nodes, edges }: Graph, lookup: Lookup): Stops {
  const stops: StopGraph = new MultiUndirectedGraph();
  const byEntity = new Map<string, string>();
  for (const node of nodes) {
    stops.addNode(node.id, { kind: 'Node', isTransit: true });
    if (node.nodeType === 'Container' && node.entityId !== null) byEntity.set(node.entityId, node.id);
  }
  for (const { id, source, target } of edges) stops.addUndirectedEdge(source, target, { kind: 'edge', edgeId: id });
  const stopOf = (id: string) => {
    if (stops.hasNode(id)) return id;
    return byEntity.get(id) ?? byEntity.get(hostBehind(id, lookup) ?? '');
  };
  return { graph: stops, stopOf };
}

/** The host that an id names or belongs to. */
function hostBehind(id: string, lookup: Lookup): string | undefined {
  if (lookup.hosts.has(id)) return id;
  const part =
    lookup.interfaces.get(id) ?? lookup.ipAddresses.get(id) ?? lookup.services.get(id) ?? lookup.ports.get(id);
  return part?.hostId ?? lookup.hostOfContainer(id);
}

/** The stops that can be reached without passing through one that is closed or lets nobody pass; the start is among them. */
export function reachableFrom(graph: StopGraph, start: string, closed: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  if (closed.has(start) || !graph.hasNode(start)) return reached;
  reached.add(start);
  const waiting = [start];
  for (let stop = waiting.pop(); stop !== undefined; stop = waiting.pop()) {
    if (stop !== start && !graph.getNodeAttribute(stop, 'isTransit')) continue;
    for (const next of graph.neighbors(stop)) {
      if (reached.has(next) || closed.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}
