// Accepts ids of folds in queries. A fold means all of its members.
import type { Stops } from '../questions/stops';
import type { FoldTree, PlacedFold } from './folded-graph';

/**
 * Ids of the outermost nodes in a fold. Contents of a box are represented by the box. An id that is not a fold's is
 * returned alone.
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

/** Stops that accept ids of folds, each of which means its members. */
export const stopsOfFolds = (stops: Stops, tree: FoldTree): Stops => ({
  graph: stops.graph,
  at: (id) => [...new Set(foldMembers(tree, id).flatMap((member) => stops.at(member)))],
  closedBy: (ids) => stops.closedBy(ids.flatMap((id) => foldMembers(tree, id))),
});
