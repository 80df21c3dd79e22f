// The difference between two graphs of one view: added, removed and changed boxes, elements and edges.
import type { Fold, FoldedEdge } from './folding/detail';
import type { Edge, Graph, Node } from './graph';

export type GraphChangeType = 'Added' | 'Removed' | 'Changed';

/** A change of a node or edge between two graphs. A node that is in both graphs has the same id in both. */
export interface GraphChange<T> {
  readonly id: string;
  readonly changeType: GraphChangeType;
  readonly before: T | null;
  readonly after: T | null;
}
export interface GraphDiff {
  /**
   * Changed and added nodes in the order of the later graph, with each box before its contents. Removed nodes follow,
   * in the order of the earlier graph.
   */
  readonly nodes: readonly GraphChange<Node>[];
  readonly edges: readonly GraphChange<Edge>[];
}
type NodesAndEdges = Pick<Graph, 'nodes' | 'edges'>;

/** A graph as a client draws it. `folds` is missing if the graph is not folded. */
export interface ShownGraph extends NodesAndEdges {
  readonly folds?: readonly Fold[];
  readonly foldedEdges?: readonly FoldedEdge[];
}
export interface ShownDiff extends GraphDiff {
  readonly folds: readonly GraphChange<Fold>[];
  readonly foldedEdges: readonly GraphChange<FoldedEdge>[];
}

/** The difference between two graphs, which must have the same view and options. */
export const diffGraphs = (before: NodesAndEdges, after: NodesAndEdges): GraphDiff => ({
  nodes: changesOf(before.nodes, after.nodes),
  edges: changesOf(before.edges, after.edges),
});

export const diffShown = (before: ShownGraph, after: ShownGraph): ShownDiff => ({
  ...diffGraphs(before, after),
  folds: changesOf(before.folds ?? [], after.folds ?? []),
  foldedEdges: changesOf(before.foldedEdges ?? [], after.foldedEdges ?? []),
});

export const noDiff: ShownDiff = { nodes: [], edges: [], folds: [], foldedEdges: [] };
export const sizeOfDiff = ({ nodes, edges, folds, foldedEdges }: ShownDiff): number =>
  nodes.length + edges.length + folds.length + foldedEdges.length;

/**
 * Successive states share most objects. Cuts off the beginning and the end of both lists as far as their items are the
 * same objects, so that only the rest has to be compared.
 */
export function withoutShared<T>(before: readonly T[], after: readonly T[]): { was: readonly T[]; is: readonly T[] } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { was: before.slice(start, before.length - end), is: after.slice(start, after.length - end) };
}

function changesOf<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): GraphChange<T>[] {
  const { was: rest, is } = withoutShared(before, after);
  const earlier = new Map(rest.map((one) => [one.id, one]));
  const changes: GraphChange<T>[] = [];
  for (const one of is) {
    const { id } = one;
    const was = earlier.get(id);
    earlier.delete(id);
    if (!was) changes.push({ id, changeType: 'Added', before: null, after: one });
    else if (was !== one && !isSame(was, one)) changes.push({ id, changeType: 'Changed', before: was, after: one });
  }
  for (const [id, was] of earlier) changes.push({ id, changeType: 'Removed', before: was, after: null });
  return changes;
}

/**
 * Combines successive differences into one. For each changed item, `before` is its state before all of the differences,
 * and `after` its state after all of them.
 */
export const mergeDiffs = (steps: readonly ShownDiff[]): ShownDiff => ({
  nodes: mergeChanges(steps.map(({ nodes }) => nodes)),
  edges: mergeChanges(steps.map(({ edges }) => edges)),
  folds: mergeChanges(steps.map(({ folds }) => folds)),
  foldedEdges: mergeChanges(steps.map(({ foldedEdges }) => foldedEdges)),
});

function mergeChanges<T>(steps: readonly (readonly GraphChange<T>[])[]): GraphChange<T>[] {
  const byId = new Map<string, GraphChange<T>>();
  for (const { id, before, after } of steps.flat()) {
    const earlier = byId.get(id);
    const first = earlier ? earlier.before : before;
    const changeType = after === null ? 'Removed' : first === null ? 'Added' : 'Changed';
    byId.set(id, { id, changeType, before: first, after });
  }
  return [...byId.values()];
}

/**
 * Whether two values are equal, compared member by member. Most members are the same object, so this is faster than
 * comparing JSON.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [members, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(members);
  return names.length === Object.keys(others).length && names.every((name) => isSame(members[name], others[name]));
}

export interface MemberChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The members whose values differ between the states `before` and `after` of a node or edge. Empty if the node or edge
 * was added or removed.
 */
export function changedMembers({ before, after }: GraphChange<Node | Edge>): MemberChange[] {
  if (!before || !after) return [];
  const earlier: Readonly<Record<string, unknown>> = { ...before };
  const later: Readonly<Record<string, unknown>> = { ...after };
  return [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
    .filter((field) => !isSame(earlier[field], later[field]))
    .map((field) => ({ field, from: earlier[field] ?? null, to: later[field] ?? null }));
}

export type ChangeCounts = Readonly<Record<GraphChangeType, number>>;

export function countChanges(changes: readonly GraphChange<unknown>[]): ChangeCounts {
  const counts = { Added: 0, Removed: 0, Changed: 0 };
  for (const { changeType } of changes) counts[changeType] += 1;
  return counts;
}
