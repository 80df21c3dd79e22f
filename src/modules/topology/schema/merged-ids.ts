// Resolves ids that callers pass to queries on a graph. The id of a host that was merged into another host resolves to
// the id of that other host.
import DataLoader from 'dataloader';
import type { GraphqlContext } from '../../../graphql/context';
import { findSurvivors } from '../../inventory';
import type { DrawnGraph } from '../answers/draw-topology';

const loaders = new WeakMap<GraphqlContext, DataLoader<string, string>>();

/**
 * The loader of a request that resolves ids of merged hosts. One SQL statement looks up all ids of a tick of the event
 * loop; a second one runs if one of them belongs to a merged host.
 */
function loaderOf(context: GraphqlContext): DataLoader<string, string> {
  const load = async (ids: readonly string[]) => {
    const survivors = await findSurvivors(context.db, ids);
    return ids.map((id) => survivors.get(id) ?? id);
  };
  const loader = loaders.get(context) ?? new DataLoader(load, { cache: false });
  loaders.set(context, loader);
  return loader;
}

/**
 * The ids under which the graph contains the entities. In a graph of the past, a host that was merged later still has
 * its own id.
 */
export const presentIds = async (
  { key }: DrawnGraph,
  context: GraphqlContext,
  ids: readonly string[],
): Promise<string[]> => (key.name.at ? [...ids] : Promise.all(ids.map((id) => loaderOf(context).load(id))));
