// Splits a graph into parts of bounded size: nodes, edges, folds and folded edges, each ordered by id. Reading can
// resume after any item.
import type { ShownGraph } from './diff';
import { byId } from './order';

const lists = ['nodes', 'edges', 'folds', 'foldedEdges'] as const;

type Whole = Required<ShownGraph>;
export interface GraphPart extends Whole {
  /** Cursor after the last item of this part, for reading the next part; null at the end of the graph. */
  readonly next: string | null;
}

const sortedParts = new WeakMap<ShownGraph, Whole>();

export function inOrder(graph: ShownGraph): Whole {
  const { nodes, edges, folds = [], foldedEdges = [] } = graph;
  const sortedGraph = sortedParts.get(graph) ?? {
    ...{ nodes: [...nodes].sort(byId), edges: [...edges].sort(byId) },
    ...{ folds: [...folds].sort(byId), foldedEdges: [...foldedEdges].sort(byId) },
  };
  sortedParts.set(graph, sortedGraph);
  return sortedGraph;
}

/**
 * The items of a graph after the cursor `after`, at most `first`. A cursor consists of the index of a list (nodes,
 * edges, folds, folded edges) and the id of an item.
 */
export function slicePart(graph: ShownGraph, after: string | null, first: number): GraphPart {
  const all = inOrder(graph);
  const [at, lastId] = after === null ? [0, ''] : [Number(after[0]), after.slice(1)];
  const part: Record<(typeof lists)[number], readonly { readonly id: string }[]> = {
    ...{ nodes: [], edges: [], folds: [], foldedEdges: [] },
  };
  let remaining = first;
  let next: string | null = null;
  for (const [index, name] of lists.entries()) {
    if (index < at) continue;
    const following = index > at ? all[name] : (all[name] as Items).filter(({ id }) => id > lastId);
    part[name] = following.slice(0, remaining);
    remaining -= part[name].length;
    if (part[name].length > 0) next = `${index}${part[name].at(-1)!.id}`;
    if (part[name].length < following.length) return { ...(part as Whole), next };
  }
  return { ...(part as Whole), next: null };
}

type Items = readonly { readonly id: string }[];
