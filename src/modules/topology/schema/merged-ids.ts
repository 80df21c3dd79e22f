// Resolves ids that callers pass to queries on a graph. The id of a host that was merged into another host resolves to
// the id of that other host.
import type { GraphqlContext } from '../../../graphql/context';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';
import { findSurvivors } from '../../inventory';
import type { DrawnGraph } from '../answers/draw-topology';

/** The id of the host into which a host was merged, or the id itself. */
const survivorOf = createRequestLoader(async ({ db }, ids: readonly string[]) => {
  const survivors = await findSurvivors(db, ids);
  return ids.map((id) => survivors.get(id) ?? id);
});

/**
 * The ids under which the graph contains the entities. In a graph of the past, a host that was merged later still has
 * its own id.
 */
export const presentIds = async (
  { key }: DrawnGraph,
  context: GraphqlContext,
  ids: readonly string[],
): Promise<string[]> => (key.name.at ? [...ids] : Promise.all(ids.map((id) => survivorOf(context, id))));
