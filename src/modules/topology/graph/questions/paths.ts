// Shortest paths between two stops, hop by hop, each with ports, addresses and VLANs.
import { bidirectional, brandes } from 'graphology-shortest-path/unweighted';
import type { Lookup } from '../lookup';
import { byText } from '../order';
import type { StopGraph, Stops, Way } from './stops';

/** A stop of a path, with its incoming and outgoing port or address. */
export interface Hop {
  readonly kind: 'Host' | 'Subnet' | 'Node';
  /** Id of a host, a subnet, or a node of the view. */
  readonly id: string;
  readonly inInterfaceId: string | null;
  readonly outInterfaceId: string | null;
  readonly inIpAddressId: string | null;
  readonly outIpAddressId: string | null;
  /** Id of the edge in the view that leads to the next hop; null if the view has no such edge. */
  readonly outEdgeId: string | null;
  /** Ids of VLANs that both ends of the cable to the next hop carry. */
  readonly vlanIds: readonly string[];
}
export interface Path {
  /** Number of hops minus one. */
  readonly length: number;
  readonly hops: readonly Hop[];
}

/** A shortest path between two stops, the same one for equal input; undefined if no path exists. */
export const shortestPath = (stops: Stops, lookup: Lookup, from: string, to: string): Path | undefined =>
  allShortestPaths(stops, lookup, from, to, 1)[0];

/**
 * Ids of two auxiliary stops before the start and beyond the end of all paths. `outset` is connected with every stop at
 * which a path may start, `goal` with every stop at which a path may end.
 */
const [outset, goal] = ['outset', 'goal'];

/** At most `limit` shortest paths, ordered by the ids of their stops. */
export function allShortestPaths(stops: Stops, lookup: Lookup, from: string, to: string, limit: number): Path[] {
  const [starts, ends] = [stops.at(from), stops.at(to)];
  if (starts.length === 0 || ends.length === 0) return [];
  const passable = passableBetween(stops.graph, starts, ends);
  if (bidirectional(passable, outset, goal) === null) return [];
  // The search starts at the goal, so that the predecessors of a stop are its next hops.
  const [, nextOf] = brandes(passable, goal);
  const nextFrom = (stop: string) => [...new Set(nextOf[stop])].sort(byText).values();
  // The search does not recurse, so that a long chain of switches does not overflow the stack.
  const sequences: string[][] = [];
  const sequence: string[] = [];
  const branches = [nextFrom(outset)];
  while (branches.length > 0 && sequences.length < limit) {
    const { value: next, done } = branches.at(-1)!.next();
    if (done) {
      branches.pop();
      sequence.pop();
    } else if (next === goal) sequences.push([...sequence]);
    else {
      sequence.push(next);
      branches.push(nextFrom(next));
    }
  }
  return sequences.map((sequence) => pathAlong(sequence, passable, lookup));
}

/** The graph reduced to the ends of the path and the stops that forward packets. The two auxiliary stops are added. */
function passableBetween(graph: StopGraph, starts: readonly string[], ends: readonly string[]): StopGraph {
  const passable = graph.copy() as StopGraph;
  const endpoints = new Set([...starts, ...ends]);
  graph.forEachNode((stop, { isTransit }) => {
    if (!isTransit && !endpoints.has(stop)) passable.dropNode(stop);
  });
  for (const [beyond, joinedEnds] of [
    [outset, starts],
    [goal, ends],
  ] as const) {
    passable.addNode(beyond, { kind: 'Node', isTransit: true });
    for (const stop of joinedEnds) passable.addUndirectedEdge(beyond, stop, { kind: 'edge', edgeId: beyond });
  }
  return passable;
}

function pathAlong(sequence: readonly string[], graph: StopGraph, lookup: Lookup): Path {
  const ways = sequence.slice(1).map((next, index) => firstWay(graph, sequence[index]!, next, lookup));
  const hops = sequence.map((id, index): Hop => {
    const [before, after] = [ways[index - 1], ways[index]];
    return {
      kind: graph.getNodeAttribute(id, 'kind'),
      id,
      inInterfaceId: interfaceOn(before, id),
      outInterfaceId: interfaceOn(after, id),
      inIpAddressId: before?.kind === 'address' ? before.ipAddressId : null,
      outIpAddressId: after?.kind === 'address' ? after.ipAddressId : null,
      outEdgeId: after?.kind === 'edge' ? after.edgeId : null,
      vlanIds: after?.kind === 'cable' ? commonVlans(Object.values(after.interfaceIds), lookup) : [],
    };
  });
  return { length: sequence.length - 1, hops };
}

const interfaceOn = (way: Way | undefined, hostId: string): string | null =>
  way?.kind === 'cable' ? (way.interfaceIds[hostId] ?? null) : null;

/** The first of several parallel connections, ordered by the name of the port or the id of the address or edge. */
function firstWay(graph: StopGraph, from: string, to: string, lookup: Lookup): Way {
  const nameOf = (way: Way): string => {
    if (way.kind === 'edge') return way.edgeId;
    if (way.kind === 'address') return way.ipAddressId;
    return lookup.interfaces.get(way.interfaceIds[from] ?? '')?.displayName ?? '';
  };
  const ways = graph.edges(from, to).map((edge) => graph.getEdgeAttributes(edge));
  return ways.sort((a, b) => byText(nameOf(a), nameOf(b)) || byText(JSON.stringify(a), JSON.stringify(b)))[0]!;
}

/** Ids of the VLANs that a port carries, tagged or untagged. */
function vlansOn(interfaceId: string, lookup: Lookup): string[] {
  const port = lookup.interfaces.get(interfaceId);
  if (!port) return [];
  return [...(port.nativeVlanId === null ? [] : [port.nativeVlanId]), ...port.taggedVlanIds];
}

function commonVlans(interfaceIds: readonly string[], lookup: Lookup): string[] {
  if (interfaceIds.length < 2) return [];
  const [one, other] = interfaceIds.map((id) => vlansOn(id, lookup));
  const numberOf = (id: string) => lookup.vlans.get(id)?.vlanNumber ?? 0;
  return [...new Set(one)]
    .filter((id) => other!.includes(id))
    .sort((a, b) => numberOf(a) - numberOf(b) || byText(a, b));
}
