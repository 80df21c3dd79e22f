// Converts a view to a graph that is searched for paths. Its nodes are called stops: hosts, subnets or nodes of the
// view.
import { MultiUndirectedGraph } from 'graphology';
import { withBundles } from '../carried-vlans';
import { hostCables, hostLinks, portLinks } from '../edges/link-edges';
import type { Graph } from '../graph';
import { groupRows, type Lookup } from '../lookup';
import type { View } from '../options';
import { namedNodes, type NamedNodes } from './named-nodes';

/**
 * A connection between two stops, depending on the view: a cable with its port at each host, an address that connects a
 * host with a subnet, or an edge.
 */
export type StopLink = (
  | { readonly kind: 'cable'; readonly interfaceIds: Readonly<Record<string, string>> }
  | { readonly kind: 'address'; readonly ipAddressId: string }
  | { readonly kind: 'edge'; readonly edgeId: string }
) & {
  /**
   * Present if the spanning tree blocks the connection. It counts as a connection, because the spanning tree opens it
   * when another one fails.
   */
  readonly isBlocked?: true;
};

export interface Stop {
  readonly kind: 'Host' | 'Subnet' | 'Node';
  /**
   * Whether paths may lead through the stop. True for subnets, gateways and switches; false for a host that has two
   * addresses but forwards no packets.
   */
  readonly isTransit: boolean;
}
export type StopGraph = MultiUndirectedGraph<Stop, StopLink>;

/** Stops and connections that have failed, so that no path leads through them. */
export interface Closed {
  readonly stops: ReadonlySet<string>;
  /** Keys of the failed connections in the graphology graph. */
  readonly links: ReadonlySet<string>;
  /**
   * Gateways that no longer route, because their gateway services have failed: paths may end at them, but not lead
   * through them.
   */
  readonly barredStops: ReadonlySet<string>;
}

export interface Stops {
  readonly graph: StopGraph;
  /**
   * The stops to which an id refers: the stop with this id, the stop of the host to which the row with this id belongs,
   * or the stops inside the box with this id. Empty if the view has none.
   */
  at(id: string): readonly string[];
  /** The stops and connections that fail if the rows and nodes with these ids fail, aggregates with their members. */
  closedBy(ids: readonly string[]): Closed;
}

/**
 * The ports or addresses on which a connection depends, for each of its ends. If all ports at one end have failed, the
 * connection has failed.
 */
type Hanging = Map<string, readonly (readonly string[])[]>;

/**
 * Builds the stops of a view: hosts with links in L2, hosts and subnets in L3, and the nodes of the graph in other
 * views.
 */
export function buildStops(view: View, lookup: Lookup, graph: Graph): Stops {
  const nodes = namedNodes(graph);
  if (view === 'L2Physical') return deviceStops(lookup, nodes, graph);
  if (view === 'L3Logical') return routedStops(lookup, nodes);
  return drawnStops(graph, lookup, nodes);
}

/**
 * Builds the stops of the L2 view: the hosts with links. Hosts without a known link are left out, because the effect of
 * failures on them is unknown.
 */
function deviceStops(lookup: Lookup, nodes: NamedNodes, { edges }: Graph): Stops {
  const graph: StopGraph = new MultiUndirectedGraph();
  const hanging: Hanging = new Map();
  const link = (
    a: string,
    b: string,
    interfaceIds: Record<string, string>,
    ends: readonly string[][],
    isBlocked = false,
  ): void => {
    for (const id of [a, b]) graph.mergeNode(id, { kind: 'Host', isTransit: true });
    const cable: StopLink = { kind: 'cable', interfaceIds, ...(isBlocked && { isBlocked }) };
    hanging.set(graph.addUndirectedEdge(a, b, cable), ends);
  };
  for (const { a, b, isBlocked } of portLinks(lookup))
    link(a.hostId, b.hostId, { [a.hostId]: a.id, [b.hostId]: b.id }, [[a.id], [b.id]], isBlocked);
  for (const { hostA, hostB, reporters, isBlocked } of hostCables(lookup)) {
    const ends = reporters.map((ports) => [...ports]);
    link(hostA, hostB, {}, ends, isBlocked);
  }
  // The graph has edges of wireless clients and of machines without a known cable only if the options of the topology
  // show them. Without these edges, such machines have no connection.
  for (const { edgeType, payload } of edges) {
    if (edgeType === 'LearnedMachine') {
      const deviceId = lookup.interfaces.get(payload.interfaceId)!.hostId;
      link(payload.hostId, deviceId, { [deviceId]: payload.interfaceId }, [[payload.interfaceId]]);
    }
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
  const gateways = groupRows(
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

/**
 * Builds `Stops` for the views whose stops are hosts and subnets. An id may be that of a stop, of a part of a host, or
 * of a box.
 */
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
    const failedStops = withBundles(
      lookup.visibleInterfaces,
      new Set(parts.flatMap((id) => [id, ...inside(id).map((node) => node.id)])),
    );
    const barredHosts = [...routing].flatMap(([hostId, services]) =>
      services.every((id) => failedStops.has(id)) ? hostId : [],
    );
    return { stops, links: linksOn(failedStops, hanging), barredStops: new Set(barredHosts) };
  };
  return { graph, at, closedBy };
}

function drawnStops({ nodes, edges }: Graph, lookup: Lookup, { named }: NamedNodes): Stops {
  const graph: StopGraph = new MultiUndirectedGraph();
  const hanging: Hanging = new Map();
  const reporters = new Map(hostLinks(lookup).map((link) => [`${link.hostA} ${link.hostB}`, link.reporters]));
  for (const { id } of nodes) graph.addNode(id, { kind: 'Node', isTransit: true });
  for (const { id, source, target, edgeType, payload } of edges) {
    // Edges between routing neighbors are skipped: packets between two routers take the other connections of the graph.
    if (edgeType === 'RoutingNeighbor') continue;
    const isBlocked = 'isBlocked' in payload && payload.isBlocked;
    const edgeKey = graph.addUndirectedEdge(source, target, {
      ...{ kind: 'edge', edgeId: id },
      ...(isBlocked && { isBlocked }),
    });
    if (edgeType === 'PhysicalLink') hanging.set(edgeKey, [[payload.sourceEntityId], [payload.targetEntityId]]);
    if (edgeType === 'NeighborLink')
      hanging.set(edgeKey, reporters.get(`${payload.sourceHostId} ${payload.targetHostId}`)!);
  }
  const stopsOn = (id: string): string[] => {
    const stopsOfNode = named(id);
    return (stopsOfNode.length > 0 ? stopsOfNode : named(lookup.hostOfContainer(id) ?? '')).map((node) => node.id);
  };
  const at = (id: string): string[] => {
    const stopsOfNode = stopsOn(id);
    return stopsOfNode.length > 0 ? stopsOfNode : stopsOn(hostBehind(id, lookup) ?? '');
  };
  const closedBy = (ids: readonly string[]): Closed => ({
    stops: new Set(ids.flatMap(stopsOn)),
    links: linksOn(withBundles(lookup.visibleInterfaces, new Set(ids)), hanging),
    barredStops: new Set(),
  });
  return { graph, at, closedBy };
}

const linksOn = (failedIds: ReadonlySet<string>, hanging: Hanging): Set<string> =>
  new Set(
    [...hanging].flatMap(([edgeKey, ends]) =>
      ends.some((parts) => parts.every((id) => failedIds.has(id))) ? edgeKey : [],
    ),
  );

/** Id of the host to which a port, address, service or box belongs; undefined if the id is none of these. */
function hostBehind(id: string, lookup: Lookup): string | undefined {
  if (lookup.hosts.has(id)) return id;
  const part =
    lookup.interfaces.get(id) ?? lookup.ipAddresses.get(id) ?? lookup.services.get(id) ?? lookup.ports.get(id);
  return part?.hostId ?? lookup.hostOfContainer(id);
}

/**
 * All stops that can be reached from the start stops, with the start stops. `closedStops` are failed stops and
 * connections.
 */
export function findReachable(graph: StopGraph, starts: readonly string[], closedStops?: Closed): Set<string> {
  const queue = starts.filter((stop) => !closedStops?.stops.has(stop));
  const [startStops, reachedStops] = [new Set(queue), new Set(queue)];
  for (let stop = queue.pop(); stop !== undefined; stop = queue.pop()) {
    const isThrough = graph.getNodeAttribute(stop, 'isTransit') && !closedStops?.barredStops.has(stop);
    if (!isThrough && !startStops.has(stop)) continue;
    for (const edgeKey of graph.edges(stop)) {
      const next = graph.opposite(stop, edgeKey);
      if (reachedStops.has(next) || closedStops?.stops.has(next) || closedStops?.links.has(edgeKey)) continue;
      reachedStops.add(next);
      queue.push(next);
    }
  }
  return reachedStops;
}
