// Finds the shortest paths between two stops. Each hop has its ports or addresses and the VLANs of the cable.
import { carriedVlans, isCarriedBetween, vlanIdsOf } from '../carried-vlans';
import type { Lookup } from '../lookup';
import { byText } from '../order';
import { findArrivals, type Arrival } from './arrivals';
import { gatewayState, rankOfGateway, type FhrpState } from './gateway-state';
import type { StopGraph, Stops, StopLink } from './stops';

/**
 * A stop of a path, with the port or address by which the path enters the stop, and that by which it leaves the stop.
 */
export interface Hop {
  readonly kind: 'Host' | 'Subnet' | 'Node';
  /** Id of a host, of a subnet or of a node, depending on `kind`. */
  readonly id: string;
  readonly inInterfaceId: string | null;
  readonly outInterfaceId: string | null;
  readonly inIpAddressId: string | null;
  readonly outIpAddressId: string | null;
  /**
   * If the path enters a router from a subnet: whether the router is active in the subnet's redundancy group (VRRP,
   * HSRP), or stands by. Null if it is in no group.
   */
  readonly fhrpState: FhrpState | null;
  /** Id of the edge to the next hop, in views whose stops are nodes; otherwise null. */
  readonly outEdgeId: string | null;
  /**
   * Ids of the VLANs that the cable to the next hop carries, untagged at both ends or tagged at both; empty if there is
   * no such cable.
   */
  readonly vlanIds: readonly string[];
  /** Whether the spanning tree blocks the connection to the next hop. */
  readonly isOutBlocked: boolean;
}
export interface Path {
  /** Number of connections in the path: the number of hops minus one. */
  readonly length: number;
  readonly hops: readonly Hop[];
}

/** A shortest path between two stops; undefined if there is no path. The same input always gives the same path. */
export const shortestPath = (stops: Stops, lookup: Lookup, from: string, to: string): Path | undefined =>
  allShortestPaths(stops, lookup, from, to, 1)[0];

/**
 * At most `limit` shortest paths between two stops. A path over a connection that the spanning tree blocks is returned
 * only if there is no other: among such paths, those with the fewest blocked connections. A subnet may have redundant
 * routers (VRRP, HSRP): paths by the active router come first, paths by a standby router last. Other paths are ordered
 * by the ids of their stops.
 */
export function allShortestPaths(stops: Stops, lookup: Lookup, from: string, to: string, limit: number): Path[] {
  const { graph } = stops;
  // Searches from the end backwards. So `arrivals` has, for each stop, the next stops on the paths to the end.
  const arrivals = findArrivals(graph, stops.at(to));
  const nextFrom = (stop: string) => {
    const rankOf = (next: string): number => rankFrom(graph, stop, next, lookup);
    return [...arrivals.get(stop)!.previous.keys()].sort((a, b) => rankOf(a) - rankOf(b) || byText(a, b)).values();
  };
  // Iterates instead of recursing, so that a long path does not overflow the call stack.
  const sequences: string[][] = [];
  const sequence: string[] = [];
  const branches = [nearestAmong(stops.at(from), arrivals).values()];
  while (branches.length > 0 && sequences.length < limit) {
    const { value: next, done } = branches.at(-1)!.next();
    if (done) {
      branches.pop();
      sequence.pop();
      continue;
    }
    sequence.push(next);
    if (arrivals.get(next)!.steps === 0) sequences.push([...sequence]);
    branches.push(nextFrom(next));
  }
  return sequences.map((sequence) => pathAlong(sequence, graph, arrivals, lookup));
}

/** The stops with the best paths, ordered by id. */
function nearestAmong(stops: readonly string[], arrivals: ReadonlyMap<string, Arrival>): string[] {
  const byWorth = (a: string, b: string): number => {
    const [one, other] = [arrivals.get(a)!, arrivals.get(b)!];
    return one.blockedCount - other.blockedCount || one.steps - other.steps;
  };
  const [best, ...others] = stops.filter((stop) => arrivals.has(stop)).sort((a, b) => byWorth(a, b) || byText(a, b));
  return best === undefined ? [] : [best, ...others.filter((stop) => byWorth(stop, best) === 0)];
}

/**
 * Rank of `next` among the stops that may follow `stop`; lower ranks come first. After a subnet, its active router
 * comes first. After other stops, all next stops have the same rank.
 */
function rankFrom(graph: StopGraph, stop: string, next: string, lookup: Lookup): number {
  if (graph.getNodeAttribute(stop, 'kind') !== 'Subnet') return 0;
  const ranks = graph.edges(stop, next).map((edge) => {
    const connection = graph.getEdgeAttributes(edge);
    return connection.kind === 'address' ? rankOfGateway(gatewayState(connection.ipAddressId, lookup)) : 0;
  });
  return Math.min(...ranks);
}

function pathAlong(
  sequence: readonly string[],
  graph: StopGraph,
  arrivals: ReadonlyMap<string, Arrival>,
  lookup: Lookup,
): Path {
  const connections = sequence.slice(1).map((next, index) => {
    const stop = sequence[index]!;
    const edgeKeys = arrivals.get(stop)!.previous.get(next)!;
    return firstConnection(
      edgeKeys.map((edgeKey) => graph.getEdgeAttributes(edgeKey)),
      stop,
      lookup,
    );
  });
  const hops = sequence.map((id, index): Hop => {
    const [before, after] = [connections[index - 1], connections[index]];
    return {
      kind: graph.getNodeAttribute(id, 'kind'),
      id,
      inInterfaceId: interfaceOn(before, id),
      outInterfaceId: interfaceOn(after, id),
      inIpAddressId: before?.kind === 'address' ? before.ipAddressId : null,
      outIpAddressId: after?.kind === 'address' ? after.ipAddressId : null,
      fhrpState:
        before?.kind === 'address' && graph.getNodeAttribute(id, 'kind') === 'Host'
          ? gatewayState(before.ipAddressId, lookup)
          : null,
      outEdgeId: after?.kind === 'edge' ? after.edgeId : null,
      vlanIds: after?.kind === 'cable' ? commonVlans(Object.values(after.interfaceIds), lookup) : [],
      isOutBlocked: after?.isBlocked ?? false,
    };
  });
  return { length: sequence.length - 1, hops };
}

const interfaceOn = (connection: StopLink | undefined, hostId: string): string | null =>
  connection?.kind === 'cable' ? (connection.interfaceIds[hostId] ?? null) : null;

/**
 * The first of several connections from a stop, in the order of their names or ids. A cable without a known port comes
 * last.
 */
function firstConnection(connections: StopLink[], from: string, lookup: Lookup): StopLink {
  const nameOf = (connection: StopLink): string => {
    if (connection.kind === 'edge') return connection.edgeId;
    if (connection.kind === 'address') return connection.ipAddressId;
    return lookup.interfaces.get(connection.interfaceIds[from] ?? '')?.displayName ?? '';
  };
  const isPortless = (connection: StopLink): boolean =>
    connection.kind === 'cable' && Object.keys(connection.interfaceIds).length === 0;
  const byPorts = (a: StopLink, b: StopLink): number => Number(isPortless(a)) - Number(isPortless(b));
  return connections.sort(
    (a, b) => byPorts(a, b) || byText(nameOf(a), nameOf(b)) || byText(JSON.stringify(a), JSON.stringify(b)),
  )[0]!;
}

/** Ids of the VLANs that the cable between two ports carries, by VLAN ID. */
function commonVlans(interfaceIds: readonly string[], lookup: Lookup): string[] {
  const vlansOf = carriedVlans(lookup.visibleInterfaces);
  const [one, other] = interfaceIds.flatMap((id) => {
    const port = lookup.interfaces.get(id);
    return port ? vlansOf(port) : [];
  });
  if (!one || !other) return [];
  const numberOf = (id: string) => lookup.vlans.get(id)?.vlanNumber ?? 0;
  return [...vlanIdsOf(one)]
    .filter((id) => isCarriedBetween(one, other, id))
    .sort((a, b) => numberOf(a) - numberOf(b) || byText(a, b));
}
