// What supposed changes cut off: the stops that a root reaches in one state of a network and not in another.
import { byText } from '../order';
import type { Impact } from './impact';
import { findReachable, type Closed, type Stops } from './stops';

export interface LostQuestion {
  readonly before: Stops;
  readonly after: Stops;
  /** Id of anything that stands for stops; null for the largest connected part of the later state. */
  readonly root: string | null;
  /** Ids of what is down in the later state, drawn there or not. */
  readonly downIds: readonly string[];
  /** Ids of what the question itself takes away: it is not listed as cut off. */
  readonly namedIds: readonly string[];
}

/** The stops that the root reaches before and not after, and the number of those that it reaches after. */
export function findLostStops({ before, after, root, downIds, namedIds }: LostQuestion): Impact {
  const closed = after.closedBy(downIds);
  const { stops: named } = before.closedBy(namedIds);
  const { stops: gone } = before.closedBy([...downIds, ...namedIds]);
  const [starts, reachedAfter] =
    root === null
      ? largestPart(before, after, closed, gone)
      : ([before.at(root), findReachable(after.graph, after.at(root), closed)] as const);
  // A root that is left reaches itself, even if the later state does not draw it for lack of connections.
  const reached = new Set([...starts.filter((stop) => !gone.has(stop)), ...reachedAfter]);
  const unreachable = [...findReachable(before.graph, starts)]
    .filter((stop) => !reached.has(stop) && !named.has(stop))
    .sort(byText);
  return { unreachable, stillReachable: reached.size };
}

type Part = readonly [starts: readonly string[], reached: ReadonlySet<string>];

/**
 * The largest part of the later state within which stops reach each other, with one of its stops that the earlier state
 * has. Of parts of one size, it is the one with the lowest id. If no stop is connected any more, it is one stop.
 */
function largestPart(before: Stops, { graph }: Stops, closed: Closed, gone: ReadonlySet<string>): Part {
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
  const drawn = [...largest].filter((stop) => before.graph.hasNode(stop) && forwards(stop)).sort(byText);
  if (drawn.length > 0) return [drawn.slice(0, 1), largest];
  const alone = before.graph.nodes().sort(byText);
  return [alone.filter((stop) => !gone.has(stop)).slice(0, 1), new Set()];
}
