// Resolves ids that callers pass to queries on a graph. If a host was merged into another one, its id resolves to that one.
import DataLoader from 'dataloader';
import type { GraphqlContext } from '../../../graphql/context';
import { findSurvivors } from '../../inventory';
import type { DrawnGraph } from '../answers/draw-topology';

const loaders = new WeakMap<GraphqlContext, DataLoader<string, string>>();

/** Looks up all ids of one tick of the event loop by one statement; by two if one of them belongs to a merged host. */
function loaderOf(context: GraphqlContext): DataLoader<string, string> {
  const load = async (ids: readonly string[]) => {
    const survivors = await findSurvivors(context.db, ids);
    return ids.map((id) => survivors.get(id) ?? id);
  };
  const loader = loaders.get(context) ?? new DataLoader(load, { cache: false });
  loaders.set(context, loader);
  return loader;
}

/** The ids as the graph contains them. In a graph of the past, a host that was merged later still has its own id. */
export const presentIds = async (
  { key }: DrawnGraph,
  context: GraphqlContext,
  ids: readonly string[],
): Promise<string[]> => (key.name.at ? [...ids] : Promise.all(ids.map((id) => loaderOf(context).load(id))));
