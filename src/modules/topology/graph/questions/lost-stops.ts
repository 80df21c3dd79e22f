// Finds the stops that supposed (what-if) changes cut off from the stop `root`.
import { byText } from '../order';
import type { Impact } from './impact';
import { findReachable, type Closed, type Stops } from './stops';

export interface LostQuestion {
  readonly before: Stops;
  readonly after: Stops;
  /**
   * Id of the stop, row or fold that the other stops must be able to reach. Null: the largest connected part that
   * remains.
   */
  readonly root: string | null;
  /** Ids of rows that are down after the changes, even if the graph does not show them. */
  readonly downIds: readonly string[];
  /** Ids of the rows that the changes fail or remove. These are not listed as cut off. */
  readonly namedIds: readonly string[];
}

/**
 * The stops that `root` reaches before the changes and not after them, and the number of stops that it reaches after
 * them.
 */
export function findLostStops({ before, after, root, downIds, namedIds }: LostQuestion): Impact {
  const closed = after.closedBy(downIds);
  const { stops: namedStops } = before.closedBy(namedIds);
  const { stops: removedStops } = before.closedBy([...downIds, ...namedIds]);
  const [starts, reachedAfter] =
    root === null
      ? largestPart(before, after, closed, removedStops)
      : ([before.at(root), findReachable(after.graph, after.at(root), closed)] as const);
  // If all connections of the root are lost, the graph after the changes may not contain the root. The root still
  // counts as reached, unless it is down itself.
  const reached = new Set([...starts.filter((stop) => !removedStops.has(stop)), ...reachedAfter]);
  const unreachable = [...findReachable(before.graph, starts)]
    .filter((stop) => !reached.has(stop) && !namedStops.has(stop))
    .sort(byText);
  return { unreachable, stillReachable: reached.size };
}

type Part = readonly [starts: readonly string[], reached: ReadonlySet<string>];

/**
 * The largest connected part after the changes, and one of its stops that also existed before. If several parts have
 * the same size, the one with the lowest id. If nothing is connected any more, a single stop that is not down.
 */
function largestPart(before: Stops, { graph }: Stops, closed: Closed, removedStops: ReadonlySet<string>): Part {
  const visited = new Set<string>();
  let largest: ReadonlySet<string> = new Set();
  const forwards = (stop: string): boolean =>
    graph.getNodeAttribute(stop, 'isTransit') && !closed.stops.has(stop) && !closed.barredStops.has(stop);
  for (const stop of graph.nodes().sort(byText)) {
    if (visited.has(stop) || !forwards(stop)) continue;
    const part = findReachable(graph, [stop], closed);
    for (const one of part) if (forwards(one)) visited.add(one);
    if (part.size > largest.size) largest = part;
  }
  const stopsBefore = [...largest].filter((stop) => before.graph.hasNode(stop) && forwards(stop)).sort(byText);
  if (stopsBefore.length > 0) return [stopsBefore.slice(0, 1), largest];
  const alone = before.graph.nodes().sort(byText);
  return [alone.filter((stop) => !removedStops.has(stop)).slice(0, 1), new Set()];
}
