// The routes of a view: stops and the ways between them, as a graph of graphology that the questions run on.
import { MultiUndirectedGraph } from 'graphology';
import { hostLinks, portLinks } from '../edges/link-edges';
import type { Graph } from '../graph';
import { groupBy, type Lookup } from '../lookup';
import type { View } from '../options';
import { namedNodes, type NamedNodes } from './named-nodes';

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

/** Stops and edges that block all paths. */
export interface Closed {
  readonly stops: ReadonlySet<string>;
  /** Keys of ways in the graph. */
  readonly ways: ReadonlySet<string>;
  /** Stops that one still comes to but not through: gateways whose routing has failed. */
  readonly barred: ReadonlySet<string>;
}

export interface Stops {
  readonly graph: StopGraph;
  /** Where one is with what the id names: its stop or that of its device, or several; none where the view knows none. */
  at(id: string): readonly string[];
  /** The closed stops and edges when these fail, all at once. */
  closedBy(ids: readonly string[]): Closed;
}

/** Way → parts that it hangs on, end by end: it is closed when all parts of one end have failed. */
type Hanging = Map<string, readonly (readonly string[])[]>;

/** Devices and cables in L2, hosts and subnets in L3, and in the other views what they draw. */
export function stopsOf(view: View, lookup: Lookup, graph: Graph): Stops {
  const nodes = namedNodes(graph);
  if (view === 'L2Physical') return deviceStops(lookup, nodes, graph);
  if (view === 'L3Logical') return routedStops(lookup, nodes);
  return drawnStops(graph, lookup, nodes);
}

/** Only devices with a link, as the view draws them: where nothing is known of a cable, nothing can be said of its failure. */
function deviceStops(lookup: Lookup, nodes: NamedNodes, { edges }: Graph): Stops {
  const graph: StopGraph = new MultiUndirectedGraph();
  const hanging: Hanging = new Map();
  const link = (a: string, b: string, interfaceIds: Record<string, string>, ends: readonly string[][]): void => {
    for (const id of [a, b]) graph.mergeNode(id, { kind: 'Host', isTransit: true });
    hanging.set(graph.addUndirectedEdge(a, b, { kind: 'cable', interfaceIds }), ends);
  };
  for (const { a, b } of portLinks(lookup))
    link(a.hostId, b.hostId, { [a.hostId]: a.id, [b.hostId]: b.id }, [[a.id], [b.id]]);
  for (const { hostA, hostB, reporters } of hostLinks(lookup))
    link(
      hostA,
      hostB,
      {},
      reporters.map((ports) => [...ports]),
    );
  // Wireless clients are where they were asked for.
  for (const { edgeType, payload } of edges) {
    if (edgeType !== 'WirelessAssociation') continue;
    const { clientHostId, accessPointHostId, interfaceIds } = payload;
    const radio = interfaceIds[0] === undefined ? {} : { [accessPointHostId]: interfaceIds[0] };
    link(clientHostId, accessPointHostId, radio, interfaceIds.length > 0 ? [[...interfaceIds]] : []);
  }
  return machineStops(graph, hanging, new Map(), lookup, nodes);
}

function routedStops(lookup: Lookup, nodes: NamedNodes): Stops {
  const graph: StopGraph = new MultiUndirectedGraph();
  const hanging: Hanging = new Map();
  const gateways = groupBy(
    lookup.inventory.services.filter(({ software }) => software.isGateway),
    ({ hostId }) => hostId,
  );
  for (const { id } of lookup.inventory.hosts) graph.addNode(id, { kind: 'Host', isTransit: gateways.has(id) });
  for (const { id, subnetType } of lookup.inventory.subnets)
    if (subnetType !== 'Loopback') graph.addNode(id, { kind: 'Subnet', isTransit: true });
  for (const { id, hostId, subnetId } of lookup.inventory.ipAddresses)
    if (graph.hasNode(subnetId))
      hanging.set(graph.addUndirectedEdge(hostId, subnetId, { kind: 'address', ipAddressId: id }), [[id]]);
  const routing = new Map([...gateways].map(([hostId, services]) => [hostId, services.map(({ id }) => id)]));
  return machineStops(graph, hanging, routing, lookup, nodes);
}

/** Stops that are rows. Boxes that are none, such as the ports of a VLAN, stand for their contents. */
function machineStops(
  graph: StopGraph,
  hanging: Hanging,
  routing: ReadonlyMap<string, readonly string[]>,
  lookup: Lookup,
  { inside }: NamedNodes,
): Stops {
  const stopOf = (id: string): string | undefined =>
    [id, lookup.hostOfContainer(id)].find((one) => one !== undefined && graph.hasNode(one));
  const at = (id: string): string[] => {
    const stop = stopOf(id) ?? hostBehind(id, lookup);
    const stops = stop === undefined ? inside(id).flatMap((node) => ('hostId' in node ? node.hostId : [])) : [stop];
    return [...new Set(stops)].filter((one) => graph.hasNode(one));
  };
  const closedBy = (ids: readonly string[]): Closed => {
    const stops = new Set(ids.flatMap((id) => stopOf(id) ?? []));
    const parts = ids.filter((id) => stopOf(id) === undefined);
    const failed = new Set(parts.flatMap((id) => [id, ...inside(id).map((node) => node.id)]));
    const barred = [...routing].flatMap(([hostId, services]) => (services.every((id) => failed.has(id)) ? hostId : []));
    return { stops, ways: waysOn(failed, hanging), barred: new Set(barred) };
  };
  return { graph, at, closedBy };
}

function drawnStops({ nodes, edges }: Graph, lookup: Lookup, { named }: NamedNodes): Stops {
  const graph: StopGraph = new MultiUndirectedGraph();
  const hanging: Hanging = new Map();
  const reporters = new Map(hostLinks(lookup).map((link) => [`${link.hostA} ${link.hostB}`, link.reporters]));
  for (const { id } of nodes) graph.addNode(id, { kind: 'Node', isTransit: true });
  for (const { id, source, target, edgeType, payload } of edges) {
    // Where routers talk is no way on its own: packets take the links below.
    if (edgeType === 'RoutingNeighbor') continue;
    const way = graph.addUndirectedEdge(source, target, { kind: 'edge', edgeId: id });
    if (edgeType === 'PhysicalLink') hanging.set(way, [[payload.sourceEntityId], [payload.targetEntityId]]);
    if (edgeType === 'NeighborLink')
      hanging.set(way, reporters.get(`${payload.sourceHostId} ${payload.targetHostId}`)!);
    if (edgeType === 'AggregateLink') hanging.set(way, [[payload.sourceEntityId], payload.sourceMemberIds]);
  }
  const stopsOn = (id: string): string[] => {
    const found = named(id);
    return (found.length > 0 ? found : named(lookup.hostOfContainer(id) ?? '')).map((node) => node.id);
  };
  const at = (id: string): string[] => {
    const found = stopsOn(id);
    return found.length > 0 ? found : stopsOn(hostBehind(id, lookup) ?? '');
  };
  const closedBy = (ids: readonly string[]): Closed => ({
    stops: new Set(ids.flatMap(stopsOn)),
    ways: waysOn(new Set(ids), hanging),
    barred: new Set(),
  });
  return { graph, at, closedBy };
}

const waysOn = (failed: ReadonlySet<string>, hanging: Hanging): Set<string> =>
  new Set(
    [...hanging].flatMap(([way, ends]) => (ends.some((parts) => parts.every((id) => failed.has(id))) ? way : [])),
  );

/** The host that an id names or belongs to. */
function hostBehind(id: string, lookup: Lookup): string | undefined {
  if (lookup.hosts.has(id)) return id;
  const part =
    lookup.interfaces.get(id) ?? lookup.ipAddresses.get(id) ?? lookup.services.get(id) ?? lookup.ports.get(id);
  return part?.hostId ?? lookup.hostOfContainer(id);
}

/** The stops that can be reached through open ones; the starts are among them. */
export function reachableFrom(graph: StopGraph, starts: readonly string[], closed?: Closed): Set<string> {
  const waiting = starts.filter((stop) => !closed?.stops.has(stop));
  const [begun, reached] = [new Set(waiting), new Set(waiting)];
  for (let stop = waiting.pop(); stop !== undefined; stop = waiting.pop()) {
    const isThrough = graph.getNodeAttribute(stop, 'isTransit') && !closed?.barred.has(stop);
    if (!isThrough && !begun.has(stop)) continue;
    for (const way of graph.edges(stop)) {
      const next = graph.opposite(stop, way);
      if (reached.has(next) || closed?.stops.has(next) || closed?.ways.has(way)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}
