// Computes which stops (hosts, subnets or nodes) can no longer reach each other after a failure, and finds single
// points of failure.
import { connectedComponents } from 'graphology-components';
import { groupRows } from '../lookup';
import { byText } from '../order';
import { findReachable, type StopGraph, type Stops } from './stops';

export interface Impact {
  /** Ids of the stops that are cut off from `root` by the failure. Failed stops are not listed. */
  readonly unreachable: readonly string[];
  /** Number of stops that the stop `root` still reaches after the failure, `root` included. */
  readonly stillReachable: number;
}

/**
 * Computes which stops `root` can no longer reach if all stops and connections in `failing` fail at the same time. Ids
 * in `failing` that are not stops, or that `root` cannot reach, have no effect.
 */
export function computeImpact({ graph, at, closedBy }: Stops, root: string, failing: readonly string[]): Impact {
  const starts = at(root);
  const closedStops = closedBy(failing);
  const before = findReachable(graph, starts);
  const after = findReachable(graph, starts, closedStops);
  const unreachable = [...before].filter((stop) => !after.has(stop) && !closedStops.stops.has(stop)).sort(byText);
  return { unreachable, stillReachable: after.size };
}

/** Connected components: the largest first, each with its stops ordered by id. */
export const graphComponents = ({ graph }: Stops): string[][] =>
  connectedComponents(graph)
    .map((component) => component.sort(byText))
    .sort((a, b) => b.length - a.length || byText(a[0]!, b[0]!));

/**
 * Finds single points of failure: stops whose failure alone disconnects other stops. These are articulation points, and
 * stops that are the only connection of another stop. Only stops that forward packets count. Ids are sorted.
 */
export function singlePointsOfFailure({ graph }: Stops): string[] {
  const passable = graph.copy() as StopGraph;
  graph.forEachNode((stop, { isTransit }) => {
    if (!isTransit) passable.dropNode(stop);
  });
  const cutStops = articulationPoints(passable);
  const parts = connectedComponents(passable);
  const partOf = new Map(parts.flatMap((part, index) => part.map((stop) => [stop, index] as const)));
  /**
   * Key: a stop that forwards packets and has only endpoints as neighbors. Value: for each of these endpoints, the
   * other parts of the network (indexes in `parts`) to which the endpoint is connected too.
   */
  const deadEndsOf = new Map<string, number[][]>();
  graph.forEachNode((stop, { isTransit }) => {
    if (isTransit) return;
    const doors = groupRows(
      graph.neighbors(stop).filter((next) => partOf.has(next)),
      (next) => partOf.get(next)!,
    );
    for (const [part, [door, ...others]] of doors) {
      if (others.length > 0) continue;
      const otherParts = [...doors.keys()].filter((other) => other !== part);
      if (parts[part]!.length > 1) cutStops.add(door!);
      else if (deadEndsOf.has(door!)) deadEndsOf.get(door!)!.push(otherParts);
      else deadEndsOf.set(door!, [otherParts]);
    }
  });
  for (const [stop, deadEnds] of deadEndsOf) if (isParting(deadEnds)) cutStops.add(stop);
  return [...cutStops].sort(byText);
}

/**
 * Whether the failure of a stop with only endpoints as neighbors disconnects two of them. Two endpoints remain
 * connected if both are connected to the same other part of the network.
 */
function isParting(deadEnds: readonly (readonly number[])[]): boolean {
  if (deadEnds.length > 1 && deadEnds.some((parts) => parts.length === 0)) return true;
  // Many endpoints are connected to the same other parts of the network, so each combination of parts is compared once.
  const distinct = [...new Map(deadEnds.map((parts) => [[...parts].sort().join(), new Set(parts)])).values()];
  return distinct.some((one, index) =>
    distinct.slice(index + 1).some((other) => [...one].every((part) => !other.has(part))),
  );
}

function articulationPoints(graph: StopGraph): Set<string> {
  const cutStops = new Set<string>();
  const discoveryOrder = new Map<string, number>();
  for (const root of graph.nodes()) if (!discoveryOrder.has(root)) searchFrom(root, graph, discoveryOrder, cutStops);
  return cutStops;
}

interface Frame {
  readonly stop: string;
  readonly parent: string | undefined;
  readonly rest: Iterator<string>;
}

/**
 * Hopcroft and Tarjan's depth-first search for articulation points. The search does not recurse, so that a long chain
 * of switches does not overflow the stack.
 */
function searchFrom(root: string, graph: StopGraph, discoveryOrder: Map<string, number>, cutStops: Set<string>): void {
  const lowest = new Map<string, number>();
  const enter = (stop: string, parent: string | undefined): Frame => {
    discoveryOrder.set(stop, discoveryOrder.size);
    lowest.set(stop, discoveryOrder.get(stop)!);
    return { stop, parent, rest: graph.neighbors(stop).values() };
  };
  const stack = [enter(root, undefined)];
  let childrenOfRoot = 0;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { stop, parent, rest } = frame;
    const { value: next, done } = rest.next();
    if (done) {
      stack.pop();
      if (parent === undefined) continue;
      lowest.set(parent, Math.min(lowest.get(parent)!, lowest.get(stop)!));
      if (parent !== root && lowest.get(stop)! >= discoveryOrder.get(parent)!) cutStops.add(parent);
    } else if (discoveryOrder.has(next)) {
      if (next !== parent) lowest.set(stop, Math.min(lowest.get(stop)!, discoveryOrder.get(next)!));
    } else {
      if (stop === root) childrenOfRoot += 1;
      stack.push(enter(next, stop));
    }
  }
  if (childrenOfRoot > 1) cutStops.add(root);
}
