// Finds the stops that supposed (what-if) changes reroute: they can still be reached from `root`, but by other shortest
// paths. A pure function.
import { byText } from '../order';
import { findArrivals, type Arrival } from './arrivals';
import type { LostQuestion } from './lost-stops';
import type { StopGraph, StopLink } from './stops';

type ReroutedQuestion = Pick<LostQuestion, 'before' | 'after' | 'downIds'> & { readonly root: string };

/**
 * Ids of the stops that `root` reaches before and after the changes, but not by the same shortest paths; ordered by id.
 */
export function findReroutedStops({ before, after, root, downIds }: ReroutedQuestion): string[] {
  const earlier = findArrivals(before.graph, before.at(root));
  const later = findArrivals(after.graph, after.at(root), after.closedBy(downIds));
  const rerouted = new Set<string>();
  // `later` lists better paths first, so the loop handles each stop after the stops before it on its paths.
  for (const [stop, arrival] of later) {
    const arrivalBefore = earlier.get(stop);
    if (
      arrivalBefore &&
      (lastSteps(arrival, after.graph) !== lastSteps(arrivalBefore, before.graph) ||
        [...arrival.previous.keys()].some((previous) => rerouted.has(previous)))
    )
      rerouted.add(stop);
  }
  return [...rerouted].sort(byText);
}

/** The last connections of the shortest paths to a stop, as a text for comparison. */
const lastSteps = ({ previous }: Arrival, graph: StopGraph): string =>
  [...previous]
    .map(([stop, edgeKeys]) => {
      const names = edgeKeys.map((edgeKey) => nameOf(graph.getEdgeAttributes(edgeKey)));
      return `${stop}: ${names.sort(byText).join()}`;
    })
    .sort(byText)
    .join('; ');

/**
 * A name for comparing connections before and after supposed (what-if) changes. The keys of connections in the graph
 * cannot be compared, because the changes may change them.
 */
function nameOf(connection: StopLink): string {
  if (connection.kind === 'cable') return Object.values(connection.interfaceIds).sort(byText).join(' ');
  return connection.kind === 'address' ? connection.ipAddressId : connection.edgeId;
}
