// Finds the stops that supposed (what-if) changes reroute: `root` reaches them before and after the changes, but by
// other shortest paths than before. A pure function.
import { byText } from '../order';
import type { LostQuestion } from './lost-stops';
import type { Closed, StopGraph, Way } from './stops';

type ReroutedQuestion = Pick<LostQuestion, 'before' | 'after' | 'downIds'> & { readonly root: string };

/** Of all shortest paths to a stop: the last connections as text, by the id of the stop before the last connection. */
type LastWays = ReadonlyMap<string, readonly string[]>;

/**
 * Ids of the stops that `root` reaches before and after the changes, but not by the same shortest paths; ordered by id.
 */
export function findReroutedStops({ before, after, root, downIds }: ReroutedQuestion): string[] {
  const earlier = shortestWays(before.graph, before.at(root));
  const later = shortestWays(after.graph, after.at(root), after.closedBy(downIds));
  const rerouted = new Set<string>();
  // `later` lists near stops before far stops, so for each stop the preceding stops of its paths are already decided.
  for (const [stop, ways] of later) {
    const waysBefore = earlier.get(stop);
    if (waysBefore && (!isSame(ways, waysBefore) || [...ways.keys()].some((previous) => rerouted.has(previous))))
      rerouted.add(stop);
  }
  return [...rerouted].sort(byText);
}

const isSame = (some: LastWays, others: LastWays): boolean =>
  some.size === others.size && [...some].every(([previous, ways]) => ways.join() === others.get(previous)?.join());

/**
 * For each stop that can be reached from the start stops: the last connections of the shortest paths. Near stops come
 * first.
 */
function shortestWays(graph: StopGraph, starts: readonly string[], closed?: Closed): ReadonlyMap<string, LastWays> {
  const open = starts.filter((stop) => !closed?.stops.has(stop));
  const [startStops, lastWays] = [new Set(open), new Map<string, LastWays>()];
  const visited = new Set(open);
  for (let stops: readonly string[] = open; stops.length > 0;) {
    const next = new Map<string, Map<string, string[]>>();
    for (const stop of stops) {
      const forwards = graph.getNodeAttribute(stop, 'isTransit') && !closed?.barredStops.has(stop);
      if (!forwards && !startStops.has(stop)) continue;
      for (const way of graph.edges(stop)) {
        const other = graph.opposite(stop, way);
        if (visited.has(other) || closed?.stops.has(other) || closed?.ways.has(way)) continue;
        const ways = next.get(other) ?? new Map<string, string[]>();
        ways.set(stop, [...(ways.get(stop) ?? []), nameOf(graph.getEdgeAttributes(way))]);
        next.set(other, ways);
      }
    }
    stops = [...next.keys()];
    for (const [stop, ways] of next) {
      visited.add(stop);
      for (const names of ways.values()) names.sort(byText);
      lastWays.set(stop, ways);
    }
  }
  return lastWays;
}

/** A name of the connection that is the same before and after the changes, unlike its key in the graph. */
function nameOf(way: Way): string {
  if (way.kind === 'cable') return Object.values(way.interfaceIds).sort(byText).join(' ');
  return way.kind === 'address' ? way.ipAddressId : way.edgeId;
}
