// Finds the stops that supposed (what-if) changes reroute: they can still be reached from `root`, but by other shortest
// paths. A pure function.
import { byText } from '../order';
import type { LostQuestion } from './lost-stops';
import type { Closed, StopGraph, StopLink } from './stops';

type ReroutedQuestion = Pick<LostQuestion, 'before' | 'after' | 'downIds'> & { readonly root: string };

/**
 * The last connections of the shortest paths to a stop: by id of the previous stop, the names of the parallel
 * connections from the previous stop to the stop.
 */
type LastConnections = ReadonlyMap<string, readonly string[]>;

/**
 * Ids of the stops that `root` reaches before and after the changes, but not by the same shortest paths; ordered by id.
 */
export function findReroutedStops({ before, after, root, downIds }: ReroutedQuestion): string[] {
  const earlier = shortestConnections(before.graph, before.at(root));
  const later = shortestConnections(after.graph, after.at(root), after.closedBy(downIds));
  const rerouted = new Set<string>();
  // `later` lists stops by distance from the root, so the loop handles each stop after the stops before it on its
  // paths.
  for (const [stop, connections] of later) {
    const connectionsBefore = earlier.get(stop);
    if (
      connectionsBefore &&
      (!isSame(connections, connectionsBefore) || [...connections.keys()].some((previous) => rerouted.has(previous)))
    )
      rerouted.add(stop);
  }
  return [...rerouted].sort(byText);
}

const isSame = (some: LastConnections, others: LastConnections): boolean =>
  some.size === others.size && [...some].every(([previous, names]) => names.join() === others.get(previous)?.join());

/**
 * By id of each stop that can be reached: the last connections of the shortest paths to the stop. Stops are ordered by
 * distance.
 */
function shortestConnections(
  graph: StopGraph,
  starts: readonly string[],
  closed?: Closed,
): ReadonlyMap<string, LastConnections> {
  const open = starts.filter((stop) => !closed?.stops.has(stop));
  const [startStops, lastConnections] = [new Set(open), new Map<string, LastConnections>()];
  const visited = new Set(open);
  for (let stops: readonly string[] = open; stops.length > 0;) {
    const next = new Map<string, Map<string, string[]>>();
    for (const stop of stops) {
      const forwards = graph.getNodeAttribute(stop, 'isTransit') && !closed?.barredStops.has(stop);
      if (!forwards && !startStops.has(stop)) continue;
      for (const edgeKey of graph.edges(stop)) {
        const other = graph.opposite(stop, edgeKey);
        if (visited.has(other) || closed?.stops.has(other) || closed?.ways.has(edgeKey)) continue;
        const connections = next.get(other) ?? new Map<string, string[]>();
        connections.set(stop, [...(connections.get(stop) ?? []), nameOf(graph.getEdgeAttributes(edgeKey))]);
        next.set(other, connections);
      }
    }
    stops = [...next.keys()];
    for (const [stop, connections] of next) {
      visited.add(stop);
      for (const names of connections.values()) names.sort(byText);
      lastConnections.set(stop, connections);
    }
  }
  return lastConnections;
}

/**
 * A name for comparing connections before and after supposed (what-if) changes. The keys of connections in the graph
 * cannot be compared, because the changes may change them.
 */
function nameOf(connection: StopLink): string {
  if (connection.kind === 'cable') return Object.values(connection.interfaceIds).sort(byText).join(' ');
  return connection.kind === 'address' ? connection.ipAddressId : connection.edgeId;
}
