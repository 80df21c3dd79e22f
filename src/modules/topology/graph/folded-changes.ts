// Counts the changes between two states of a view that are not visible, because they are inside collapsed folds.
import { countChanges, type ChangeCounts, type GraphChange, type GraphChangeType, type GraphDiff } from './diff';
import type { Edge, Node } from './graph';
import { byText } from './order';
import type { Detail, FoldBasis } from './folding/detail';
import { cutTree, foldedEdgeId, shownNodeId, type Cut, type FoldTree, type PlacedFold } from './folding/folded-graph';

export interface FoldChange {
  readonly id: string;
  /**
   * Whether the fold exists only in the earlier state (`Removed`), only in the later state (`Added`), or in both
   * (`Changed`).
   */
  readonly changeType: GraphChangeType;
  readonly basis: FoldBasis;
  readonly label: string;
  readonly containerId: string | null;
  readonly nodeCounts: ChangeCounts;
  /** Numbers of changed edges between nodes of the same fold. */
  readonly edgeCounts: ChangeCounts;
}
export interface FoldedEdgeChange {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly counts: ChangeCounts;
}
export interface FoldedDiff {
  readonly folds: readonly FoldChange[];
  readonly foldedEdges: readonly FoldedEdgeChange[];
}

interface State {
  readonly tree: FoldTree;
  readonly cut: Cut;
}

/**
 * Counts the changes that collapsed folds hide, by fold and by folded edge. Changes of visible nodes and edges are not
 * counted.
 */
export function foldDiff(
  { nodes, edges }: GraphDiff,
  trees: { readonly before: FoldTree; readonly after: FoldTree },
  detail: Omit<Detail, 'groupBy'>,
): FoldedDiff {
  const before: State = { tree: trees.before, cut: cutTree(trees.before, detail) };
  const after: State = { tree: trees.after, cut: cutTree(trees.after, detail) };
  const folds = new Map<string, { fold: PlacedFold; nodes: GraphChange<Node>[]; edges: GraphChange<Edge>[] }>();
  const bundles = new Map<string, GraphChange<Edge>[]>();
  const changesIn = (fold: PlacedFold) => {
    const { id } = fold.plannedFold;
    const foldChanges = folds.get(id) ?? { fold, nodes: [], edges: [] };
    folds.set(id, foldChanges);
    return foldChanges;
  };
  for (const change of nodes) {
    const fold = foldOver(change.id, before, after);
    if (fold) changesIn(fold).nodes.push(change);
  }
  for (const change of edges) {
    const { source, target } = (change.after ?? change.before)!;
    const [from, to] = [foldOver(source, before, after), foldOver(target, before, after)];
    const ends = [shownNodeId(source, from), shownNodeId(target, to)].sort(byText);
    if (!from && !to) continue;
    if (ends[0] === ends[1]) changesIn((from ?? to)!).edges.push(change);
    else bundles.set(ends.join(' '), [...(bundles.get(ends.join(' ')) ?? []), change]);
  }
  return {
    folds: [...folds.values()]
      .map(({ fold, ...changes }) => foldChange(fold, changes, before, after))
      .sort((a, b) => byText(a.id, b.id)),
    foldedEdges: [...bundles]
      .map(([key, changes]) => {
        const [source, target] = key.split(' ') as [string, string];
        return { id: foldedEdgeId(source, target), source, target, counts: countChanges(changes) };
      })
      .sort((a, b) => byText(a.source, b.source) || byText(a.target, b.target)),
  };
}

function foldChange(
  { plannedFold: { id, basis, label, containerId } }: PlacedFold,
  { nodes, edges }: { nodes: readonly GraphChange<Node>[]; edges: readonly GraphChange<Edge>[] },
  before: State,
  after: State,
): FoldChange {
  const [was, is] = [before.tree.byId().has(id), after.tree.byId().has(id)];
  return {
    ...{ id, basis, label, containerId, changeType: was && is ? 'Changed' : is ? 'Added' : 'Removed' },
    nodeCounts: countChanges(nodes),
    edgeCounts: countChanges(edges),
  };
}

/**
 * Returns the collapsed fold that hides a changed node in the later state. For a removed node: the collapsed fold that
 * would hide the node in the later state if it still existed or, if there is none, a removed fold that hid the node in
 * the earlier state.
 */
function foldOver(nodeId: string, before: State, after: State): PlacedFold | undefined {
  if (after.tree.nodes().has(nodeId)) return after.cut.closedOver(nodeId);
  let goneFold: PlacedFold | undefined;
  for (let fold = before.tree.foldOf.get(nodeId); fold; fold = fold.parent) {
    const keptFold = after.tree.byId().get(fold.plannedFold.id);
    if (keptFold) return after.cut.closedAround(keptFold) ?? goneFold;
    if (!before.cut.open.has(fold)) goneFold = fold;
  }
  return goneFold;
}
