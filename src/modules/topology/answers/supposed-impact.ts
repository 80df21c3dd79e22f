// Finds the stops (endpoints and hops of paths) of a view that supposed (what-if) changes cut off, and the stops to
// which paths change. Large networks are processed in a worker thread.
import type { GraphqlContext } from '../../../graphql/context';
import type { Inventory } from '../graph/inventory';
import { AppError } from '../../../errors';
import type { Detail } from '../graph/folding/detail';
import { findLostStops } from '../graph/questions/lost-stops';
import { findReroutedStops } from '../graph/questions/rerouted-stops';
import type { OptionalEdgeType, View } from '../graph/options';
import type { Change } from '../judging/supposing/changes';
import { drawInventory, realSource, threadName, type GraphSource } from './drawn-inventory';
import { stopRows, withPlaces, type AnswerTo, type StopRow } from './graph-answers';
import type { DrawnNetwork } from './inventory-cache';

export interface SupposedImpact {
  /** The network state with the supposed changes. */
  readonly source: GraphSource;
  readonly view: View;
  /**
   * Id of the stop (endpoint of paths) from which reachability is computed; null for the largest connected part that
   * remains after the changes.
   */
  readonly root: string | null;
  /** How the graph before the changes is folded; undefined for no folds. */
  readonly detail?: Detail;
  /** Optional edge types that paths follow, even if the options do not request them. */
  readonly followedEdgeTypes?: readonly OptionalEdgeType[];
}
type ImpactOfChanges = AnswerTo<'impactOf'> & { readonly rerouted: readonly StopRow[] };

/** Ids of the hosts that the changes fail or remove. */
const namedIds = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => (change.kind === 'HostFails' || change.kind === 'HostRemoved' ? change.hostId : []));

/**
 * Ids of the hosts that are missing only because of the changes. Hosts that were missing before are not listed, because
 * the topology may be set to show them.
 */
function downIds(before: Inventory, after: Inventory): string[] {
  const present = new Set(before.hosts.flatMap(({ id, missingSince }) => (missingSince ? [] : id)));
  return after.hosts.flatMap(({ id, missingSince }) => (missingSince && present.has(id) ? id : []));
}

/**
 * A job of a worker thread. `unreachable` are the stops (endpoints and hops of paths) that only the changes cut off
 * from the root; `rerouted` are the stops that the root reaches by other paths after the changes. Null if the view has
 * no stop for the id `root`.
 */
export function findSupposedImpact(question: SupposedImpact): ImpactOfChanges | null {
  const { source, view, root, detail, followedEdgeTypes } = question;
  const [real, supposed] = [drawInventory(realSource(source)), drawInventory(source)];
  const [before, after] = [real.stops(view, followedEdgeTypes), supposed.stops(view, followedEdgeTypes)];
  if (root !== null && before.at(root).length + after.at(root).length === 0) return null;
  const missingIds = downIds(real.inventory, supposed.inventory);
  const { unreachable, stillReachable } = findLostStops({
    ...{ before, after, root, downIds: missingIds },
    namedIds: namedIds(source.supposition?.changes ?? []),
  });
  const rerouted = root === null ? [] : findReroutedStops({ before, after, root, downIds: missingIds });
  const rowsOf = (stops: readonly string[]) =>
    withPlaces(real, { view, ...(detail && { detail }) }, stopRows(before, stops));
  return { unreachable: rowsOf(unreachable), stillReachable, rerouted: rowsOf(rerouted) };
}

/**
 * The stops (endpoints and hops of paths) that the supposed changes of this network cut off or reroute. Throws 404 if
 * the view does not contain the root.
 */
export async function supposedImpact(
  { source, isLarge }: DrawnNetwork,
  question: Omit<SupposedImpact, 'source'>,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<ImpactOfChanges> {
  const impactQuestion = { source, ...question };
  const impact = isLarge
    ? await workers.run('findSupposedImpact', impactQuestion, threadName(source))
    : findSupposedImpact(impactQuestion);
  if (!impact) throw new AppError('entity_not_found', { entity: 'GraphNode', id: question.root });
  return impact;
}
