// Folds in questions: the id of a fold represents all of its members.
import type { Stops } from '../questions/stops';
import type { FoldTree, PlacedFold } from './folded-graph';

/** The outermost nodes in a fold; other ids represent themselves. Contents of boxes are included with the box. */
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

/** Stops where ids of folds mean their members. */
export const stopsOfFolds = (stops: Stops, tree: FoldTree): Stops => ({
  graph: stops.graph,
  at: (id) => [...new Set(membersOf(tree, id).flatMap((member) => stops.at(member)))],
  closedBy: (ids) => stops.closedBy(ids.flatMap((id) => membersOf(tree, id))),
});
