// Folds a graph as the service does. Also folds it by a simple method without optimizations, for comparison.
import type { Detail, FoldedGraph } from '../../../../../src/modules/topology/graph/folding/detail';
import {
  cutTree,
  drawCut,
  growTree,
  type FoldTree,
} from '../../../../../src/modules/topology/graph/folding/folded-graph';
import { planFolds } from '../../../../../src/modules/topology/graph/folding/plan';
import { buildGraph, prepareInventory } from '../../../../../src/modules/topology/graph/build-graph';
import type { Inventory } from '../../../../../src/modules/topology/graph/inventory';
import type { RequestOptions, View } from '../../../../../src/modules/topology/graph/options';
import { completeOptions } from '../../../../../src/modules/topology/options';

export const usualOptions = completeOptions('00000000-0000-4000-8000-000000000000', {}).request;

export function planTree(
  inventory: Inventory,
  view: View,
  groupBy: Detail['groupBy'] = 'Auto',
  options: RequestOptions = usualOptions,
): FoldTree {
  const preparedInventory = prepareInventory(inventory, options);
  const graph = buildGraph(preparedInventory, view);
  return growTree(graph, preparedInventory.lookup, planFolds(graph, preparedInventory, groupBy));
}

export function foldTree(tree: FoldTree, { limit = 120, ...detail }: Partial<Detail> = {}): FoldedGraph {
  const usual = { limit, foldAbove: limit, expanded: [], collapsed: [], reveal: [] };
  return drawCut(tree, cutTree(tree, { ...usual, ...detail }));
}

/** Collapsed folds, which are shown instead of their members. */
export const collapsedFolds = ({ folds }: FoldedGraph) => folds.filter(({ isExpanded }) => !isExpanded);

/**
 * The number of drawn symbols: nodes and collapsed folds. A fold with the basis `Contents` is drawn as the box that
 * it belongs to, so it does not count.
 */
export const countMarks = (foldedGraph: FoldedGraph): number =>
  foldedGraph.nodes.length + collapsedFolds(foldedGraph).filter(({ basis }) => basis !== 'Contents').length;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
