// Finds for each vertex of a graph the vertices and edges without which no way leads to it from the start: dominators,
// by one depth-first search for articulation points and bridges (Hopcroft and Tarjan).
import { farEnd, type WayEdge, type WayGraph } from './way-graph';

/** A vertex or an edge that separates others from the start. */
export interface Cut {
  readonly kind: 'Vertex' | 'Edge';
  /** Number of the vertex or edge. */
  readonly at: number;
  /** The next cut towards the start; null for none. */
  readonly up: Cut | null;
  readonly depth: number;
}

export interface CutTree {
  isReached(vertex: number): boolean;
  /** The cut nearest to the vertex, from which `up` leads to all others; null if nothing alone separates it. */
  cutOf(vertex: number): Cut | null;
  /** As `cutOf`, but with the vertex itself as the nearest cut, unless it is the only start. */
  cutWith(vertex: number): Cut | null;
}

interface Options {
  /** Vertices from which ways begin. If there are several, each of them may be a cut; a single one is none. */
  readonly starts: readonly number[];
  /** Whether ways lead through a vertex. They lead through the starts in any case. */
  readonly passes: (vertex: number) => boolean;
  /** Whether an edge never fails alone. */
  readonly isLasting?: (edge: WayEdge) => boolean;
}

/** The deepest cut that both chains have; null if they have none in common. */
export function commonCut(one: Cut | null, other: Cut | null): Cut | null {
  let [a, b] = [one, other];
  while (a && b && a !== b) {
    if (a.depth >= b.depth) a = a.up;
    else b = b.up;
  }
  return a && b ? a : null;
}

/** Number of the parent of a vertex at which the search begins. */
const outside = -1;

interface Search {
  /** Positions in the order of the search, from 1; 0 for vertices that it has not reached. */
  readonly position: Int32Array;
  readonly low: Int32Array;
  readonly parent: Int32Array;
  readonly parentEdge: Int32Array;
  readonly order: readonly number[];
}

/** Depth-first search without recursion, so that a long chain of switches does not overflow the stack. */
function search(graph: WayGraph, starts: readonly number[], isInner: (vertex: number) => boolean): Search {
  const size = graph.vertices.length;
  const [position, low, next] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [parent, parentEdge] = [new Int32Array(size).fill(outside), new Int32Array(size).fill(outside)];
  const order: number[] = [];
  const isStart = new Set(starts);
  const enter = (vertex: number): void => {
    order.push(vertex);
    position[vertex] = order.length;
    // With several starts, each is connected with the outside, whose position is 0.
    low[vertex] = starts.length > 1 && isStart.has(vertex) ? 0 : order.length;
  };
  for (const start of starts) {
    if (position[start] !== 0) continue;
    const stack = [start];
    enter(start);
    while (stack.length > 0) {
      const vertex = stack.at(-1)!;
      const edge = graph.edgesAt[vertex]![next[vertex]!++];
      if (edge === undefined) {
        stack.pop();
        const above = parent[vertex]!;
        if (above !== outside) low[above] = Math.min(low[above]!, low[vertex]!);
        continue;
      }
      const far = farEnd(graph.edges[edge]!, vertex);
      if (edge === parentEdge[vertex] || !isInner(far)) continue;
      if (position[far] !== 0) low[vertex] = Math.min(low[vertex]!, position[far]!);
      else {
        parent[far] = vertex;
        parentEdge[far] = edge;
        enter(far);
        stack.push(far);
      }
    }
  }
  return { position, low, parent, parentEdge, order };
}

export function buildCutTree(graph: WayGraph, { starts, passes, isLasting = () => false }: Options): CutTree {
  const isStart = new Set(starts);
  const onlyStart = isStart.size === 1 ? starts[0] : undefined;
  const isInner = (vertex: number): boolean => isStart.has(vertex) || passes(vertex);
  const { position, low, parent, parentEdge, order } = search(graph, [...isStart], isInner);
  const cuts = new Map<number, Cut | null>();
  const asCut = new Map<number, Cut>();
  const below = (up: Cut | null, kind: Cut['kind'], at: number): Cut => ({ kind, at, up, depth: (up?.depth ?? 0) + 1 });
  const cutWith = (vertex: number): Cut | null => {
    if (vertex === onlyStart) return null;
    const existing = asCut.get(vertex);
    if (existing) return existing;
    const cut = below(cutOf(vertex), 'Vertex', vertex);
    asCut.set(vertex, cut);
    return cut;
  };
  const withEdge = (up: Cut | null, edge: number): Cut | null =>
    isLasting(graph.edges[edge]!) ? up : below(up, 'Edge', edge);
  /** The cuts of a vertex through which no way leads: those that all its neighbors have in common. */
  const outerCut = (vertex: number): Cut | null | undefined => {
    let common: Cut | null | undefined;
    for (const edge of graph.edgesAt[vertex]!) {
      const far = farEnd(graph.edges[edge]!, vertex);
      if (far === vertex || position[far] === 0) continue;
      const one = withEdge(cutWith(far), edge);
      common = common === undefined ? one : commonCut(common, one);
    }
    return common;
  };
  const cutOf = (vertex: number): Cut | null => {
    if (!cuts.has(vertex)) cuts.set(vertex, outerCut(vertex) ?? null);
    return cuts.get(vertex)!;
  };
  for (const vertex of order) {
    const above = parent[vertex]!;
    if (above === outside) {
      cuts.set(vertex, null);
      continue;
    }
    const isBehind = low[vertex]! >= position[above]!;
    const base = isBehind ? cutWith(above) : cutOf(above);
    cuts.set(vertex, low[vertex]! > position[above]! ? withEdge(base, parentEdge[vertex]!) : base);
  }
  return {
    isReached: (vertex) =>
      position[vertex] !== 0 ||
      graph.edgesAt[vertex]!.some((edge) => position[farEnd(graph.edges[edge]!, vertex)] !== 0),
    cutOf,
    cutWith,
  };
}
