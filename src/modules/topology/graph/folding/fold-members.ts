// Folds in questions: the id of a fold stands for all that is in it.
import type { Stops } from '../questions/stops';
import type { FoldTree, PlacedFold } from './folded-graph';

/** The outermost nodes in a fold, or the id itself where it is that of no fold. What is in a box comes with the box. */
export function membersOf(tree: FoldTree, id: string): readonly string[] {
  const fold = tree.byId().get(id);
  if (!fold) return [id];
  const found: string[] = [];
  const waiting: PlacedFold[] = [fold];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const nodeId of one.nodeIds) found.push(nodeId);
    for (const inner of one.inside) if (inner.boxId === undefined) waiting.push(inner);
  }
  return found;
}

/** The same stops, where ids of folds stand for those of their members. */
export const stopsOfFolds = (stops: Stops, tree: FoldTree): Stops => ({
  graph: stops.graph,
  at: (id) => [...new Set(membersOf(tree, id).flatMap((member) => stops.at(member)))],
  closedBy: (ids) => stops.closedBy(ids.flatMap((id) => membersOf(tree, id))),
});
