// Allows ids of folds in queries: a fold stands for all of its members.
import type { Stops } from '../questions/stops';
import type { FoldTree, PlacedFold } from './folded-graph';

/** Ids of the outermost nodes in a fold; another id is returned alone. Contents of boxes are included with the box. */
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

/** Stops for which the id of a fold stands for its members. */
export const stopsOfFolds = (stops: Stops, tree: FoldTree): Stops => ({
  graph: stops.graph,
  at: (id) => [...new Set(foldMembers(tree, id).flatMap((member) => stops.at(member)))],
  closedBy: (ids) => stops.closedBy(ids.flatMap((id) => foldMembers(tree, id))),
});
