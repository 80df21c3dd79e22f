// Accepts the id of a fold in queries, where it means all members of the fold.
import type { Stops } from '../questions/stops';
import type { FoldTree, PlacedFold } from './folded-graph';

/**
 * Ids of the nodes in a fold and its nested folds, without the contents of boxes. If `id` is not the id of a fold,
 * returns it unchanged.
 */
export function foldMembers(tree: FoldTree, id: string): readonly string[] {
  const fold = tree.byId().get(id);
  if (!fold) return [id];
  const memberIds: string[] = [];
  const queue: PlacedFold[] = [fold];
  for (let one = queue.pop(); one; one = queue.pop()) {
    for (const nodeId of one.nodeIds) memberIds.push(nodeId);
    for (const inner of one.inside) if (inner.boxId === undefined) queue.push(inner);
  }
  return memberIds;
}

/**
 * Returns stops for searches of paths, with lookups that also accept the id of a fold: it stands for all members of the
 * fold.
 */
export const stopsOfFolds = (stops: Stops, tree: FoldTree): Stops => ({
  graph: stops.graph,
  at: (id) => [...new Set(foldMembers(tree, id).flatMap((member) => stops.at(member)))],
  closedBy: (ids) => stops.closedBy(ids.flatMap((id) => foldMembers(tree, id))),
});
