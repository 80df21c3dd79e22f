// The difference between two states of a network in one view: found here, or in a worker thread where networks are large.
import type { GraphqlContext } from '../../../graphql/context';
import {
  diffGraphs,
  diffShown,
  noDiff,
  withoutShared,
  type GraphChange,
  type GraphDiff,
  type ShownDiff,
} from '../graph/diff';
import type { Edge, Node } from '../graph/graph';
import { byText } from '../graph/order';
import { foldDiff, type FoldedDiff } from '../graph/folding/folded-changes';
import type { Inventory } from '../graph/inventory';
import {
  drawInventory,
  shownOf,
  threadOf,
  type Drawing,
  type FoldedDrawing,
  type GraphSource,
} from './drawn-inventory';
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
  return workers.run('diffStates', states, threadOf(after.source));
}

export interface ShownStates extends TwoStates {
  /** Whether nodes whose rows have changed are changed nodes too, where the graph is the same. */
  readonly withRows: boolean;
}

/** The job of a worker thread. */
export function diffShownStates({ before, after, drawing, withRows }: ShownStates): ShownDiff {
  const [was, is] = [drawInventory(before), drawInventory(after)];
  const later = shownOf(is, drawing);
  const diff = diffShown(shownOf(was, drawing), later);
  if (!withRows) return diff;
  const changed = changedRows(was.inventory, is.inventory);
  const known = new Set(diff.nodes.map(({ id }) => id));
  const touched = later.nodes.filter((node) => !known.has(node.id) && rowsBehind(node).some((id) => changed.has(id)));
  const asChanges = touched.map((node): GraphChange<Node> => {
    return { id: node.id, changeType: 'Changed', before: node, after: node };
  });
  return { ...diff, nodes: [...diff.nodes, ...asChanges] };
}

/** Ids of the rows that a node stands for, is part of or shows. */
function rowsBehind(node: Node): readonly string[] {
  if (node.nodeType === 'Container') return node.entityId === null ? [] : [node.entityId];
  const { id, hostId, inlineGroups } = node;
  const subnetIds = node.elementType === 'IPAddress' ? [node.subnetId] : [];
  return [id, hostId, ...subnetIds, ...inlineGroups.map(({ entityId }) => entityId)];
}

type VersionedRow = { readonly id: string; readonly version?: string; readonly tagIds?: readonly string[] };
const versioned = (rows: Inventory): readonly (readonly VersionedRow[])[] => [
  ...[rows.hosts, rows.subnets, rows.ipAddresses, rows.interfaces, rows.ports, rows.services, rows.vlans, rows.tags],
];
const versionOf = ({ version, tagIds = [] }: VersionedRow): string => [version, ...tagIds].join(' ');

/** Ids of rows that are there in both states and were written meanwhile, or tagged. */
function changedRows(before: Inventory, after: Inventory): ReadonlySet<string> {
  const changed = new Set<string>();
  const earlier = versioned(before);
  versioned(after).forEach((rows, at) => {
    // Of states that follow one another most lists and rows are the same objects.
    const { was, is } = withoutShared(earlier[at]!, rows);
    const known = new Map(was.map((row) => [row.id, row]));
    for (const row of is) {
      const one = known.get(row.id);
      if (one && one !== row && versionOf(one) !== versionOf(row)) changed.add(row.id);
    }
  });
  return changed;
}

/** What has changed of what is shown, here or in a worker thread. */
export async function diffShownNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  { drawing, withRows }: Pick<ShownStates, 'drawing' | 'withRows'>,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<ShownDiff> {
  if (isSameSource(before.source, after.source)) return noDiff;
  const states = { before: before.source, after: after.source, drawing, withRows };
  if (!before.isLarge && !after.isLarge) return diffShownStates(states);
  return workers.run('diffShownStates', states, threadOf(after.source));
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
  return workers.run('foldStates', states, threadOf(after.source));
}
