// The difference between two states of a network in one view: found here, or in a worker thread where networks are large.
import type { GraphqlContext } from '../../../graphql/context';
import { diffGraphs, type GraphChange, type GraphDiff } from '../graph/diff';
import type { Edge, Node } from '../graph/graph';
import { byText } from '../graph/order';
import { foldDiff, type FoldedDiff } from '../graph/folding/folded-changes';
import { drawInventory, type Drawing, type FoldedDrawing, type GraphSource } from './drawn-inventory';
import type { DrawnNetwork } from './inventory-cache';

export interface TwoStates {
  readonly before: GraphSource;
  readonly after: GraphSource;
  readonly drawing: Drawing;
}

/** The job of a worker thread. */
export function diffStates({ before, after, drawing }: TwoStates): GraphDiff {
  const [earlier, later] = [before, after].map((source) => drawInventory(source).graph(drawing)) as [never, never];
  const { nodes, edges } = diffGraphs(earlier, later);
  return { nodes: [...nodes].sort(byPlace), edges: [...edges].sort((a, b) => byText(a.id, b.id)) };
}

/** Boxes, boxes in boxes, elements: a place that no other change moves. */
export const rankOf = ({ before, after }: GraphChange<Node | Edge>): number => {
  const item = (after ?? before)!;
  if (!('nodeType' in item)) return 0;
  return item.nodeType === 'Element' ? 2 : item.parentContainerId === null ? 0 : 1;
};
const byPlace = (a: GraphChange<Node>, b: GraphChange<Node>) => rankOf(a) - rankOf(b) || byText(a.id, b.id);

const isSameSource = (a: GraphSource, b: GraphSource): boolean =>
  a.state === b.state && JSON.stringify(a.options) === JSON.stringify(b.options);

/** In the order of ranks and ids. */
export async function diffNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  drawing: Drawing,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<GraphDiff> {
  const states = { before: before.source, after: after.source, drawing };
  if (isSameSource(before.source, after.source)) return { nodes: [], edges: [] };
  if (!before.isLarge && !after.isLarge) return diffStates(states);
  return workers.run('diffStates', states, after.source.state);
}

export interface TwoFoldedStates extends TwoStates {
  readonly drawing: FoldedDrawing;
}

/** The job of a worker thread. */
export function foldStates({ before, after, drawing }: TwoFoldedStates): FoldedDiff {
  const trees = {
    before: drawInventory(before).foldTree(drawing),
    after: drawInventory(after).foldTree(drawing),
  };
  return foldDiff(diffGraphs(trees.before.graph, trees.after.graph), trees, drawing.detail);
}

/** What the folds of the later state hide of the difference. */
export async function foldNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  drawing: FoldedDrawing,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<FoldedDiff> {
  if (before.source.state === after.source.state) return { folds: [], foldedEdges: [] };
  const states = { before: before.source, after: after.source, drawing };
  if (!before.isLarge && !after.isLarge) return foldStates(states);
  return workers.run('foldStates', states, after.source.state);
}
