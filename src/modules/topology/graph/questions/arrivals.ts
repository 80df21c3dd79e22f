// Finds the shortest paths from some stops to all others. A connection that the spanning tree blocks is used only where
// no other path exists.
import type { Closed, StopGraph } from './stops';

/** The best paths to a stop: those with the fewest blocked connections and, among these, the fewest steps. */
export interface Arrival {
  readonly blockedCount: number;
  readonly steps: number;
  /** By id of each previous stop on these paths: the keys of the connections that lead from it to the stop. */
  readonly previous: ReadonlyMap<string, readonly string[]>;
}

type Previous = Map<string, string[]>;
/** Stops that are reached with the same number of blocked connections, by the number of steps. */
type Levels = Map<number, Map<string, Previous>>;

/**
 * The best paths from `starts` to each stop that can be reached; stops that are reached by better paths come first. Paths
 * lead only through stops that forward packets, and not through what `closed` names.
 */
export function findArrivals(
  graph: StopGraph,
  starts: readonly string[],
  closed?: Closed,
): ReadonlyMap<string, Arrival> {
  const arrivals = new Map<string, Arrival>();
  const openStarts = starts.filter((stop) => !closed?.stops.has(stop));
  const startStops = new Set(openStarts);
  const leave = (stop: string, { steps }: Arrival, open: Levels, blocked: Levels): void => {
    const forwards = graph.getNodeAttribute(stop, 'isTransit') && !closed?.barredStops.has(stop);
    if (!forwards && !startStops.has(stop)) return;
    for (const edgeKey of graph.edges(stop)) {
      const next = graph.opposite(stop, edgeKey);
      if (arrivals.has(next) || closed?.stops.has(next) || closed?.links.has(edgeKey)) continue;
      const levels = graph.getEdgeAttribute(edgeKey, 'isBlocked') ? blocked : open;
      addStep(levels, steps + 1, { stop, edgeKey, next });
    }
  };
  let levels: Levels = new Map(
    openStarts.length === 0 ? [] : [[0, new Map(openStarts.map((stop) => [stop, new Map()]))]],
  );
  for (let blockedCount = 0; levels.size > 0; blockedCount += 1) {
    const blockedLevels: Levels = new Map();
    // The levels were added in the order of their steps, so the first one has the fewest.
    for (let [steps = 0] = levels.keys(); levels.size > 0; steps += 1) {
      const reached = [...(levels.get(steps) ?? [])].filter(([stop]) => !arrivals.has(stop));
      levels.delete(steps);
      for (const [stop, previous] of reached) arrivals.set(stop, { blockedCount, steps, previous });
      for (const [stop] of reached) leave(stop, arrivals.get(stop)!, levels, blockedLevels);
    }
    levels = blockedLevels;
  }
  return arrivals;
}

function addStep(
  levels: Levels,
  steps: number,
  { stop, edgeKey, next }: { readonly stop: string; readonly edgeKey: string; readonly next: string },
): void {
  const level = levels.get(steps) ?? new Map<string, Previous>();
  levels.set(steps, level);
  const previous: Previous = level.get(next) ?? new Map<string, string[]>();
  level.set(next, previous);
  const edgeKeys = previous.get(stop);
  if (edgeKeys) edgeKeys.push(edgeKey);
  else previous.set(stop, [edgeKey]);
}
