// For each vertex of a graph, finds the vertices and edges that every path from the start must pass (dominators). Uses
// one depth-first search for articulation points and bridges (Hopcroft and Tarjan).
import { farEnd, type PathEdge, type PathGraph } from './path-graph';

/** A vertex or edge whose failure disconnects others from the start of all paths (a single point of failure). */
export interface Cut {
  readonly kind: 'Vertex' | 'Edge';
  /** Index of the vertex or edge in the graph. */
  readonly at: number;
  /** The next single point of failure on the way to the start; null if this is the last one. */
  readonly up: Cut | null;
  readonly depth: number;
}

export interface CutTree {
  isReached(vertex: number): boolean;
  /**
   * The single point of failure nearest to the vertex, whose `up` is the next one towards the start. Null if there is
   * none.
   */
  cutOf(vertex: number): Cut | null;
  /** Like `cutOf`, but the vertex itself counts as a single point of failure, unless it is the only start. */
  cutWith(vertex: number): Cut | null;
}

interface Options {
  /** Vertices at which paths begin. If paths begin at one vertex only, its failure is not considered. */
  readonly starts: readonly number[];
  /** Whether paths may lead through a vertex. They may always lead through the starts. */
  readonly passes: (vertex: number) => boolean;
  /** Whether the edge does not count as a single point of failure, because it may consist of several cables. */
  readonly isLasting?: (edge: PathEdge) => boolean;
}

/** The nearest single point of failure on the paths to both vertices; null if there is none. */
export function commonCut(one: Cut | null, other: Cut | null): Cut | null {
  let [a, b] = [one, other];
  while (a && b && a !== b) {
    if (a.depth >= b.depth) a = a.up;
    else b = b.up;
  }
  return a && b ? a : null;
}

const outside = -1;

interface Search {
  /** Order in which the search reached the vertices, from 1; 0 for vertices that it did not reach. */
  readonly position: Int32Array;
  readonly low: Int32Array;
  readonly parent: Int32Array;
  readonly parentEdge: Int32Array;
  readonly order: readonly number[];
}

/** Depth-first search without recursion, so that a long chain of switches does not overflow the stack. */
function search(graph: PathGraph, starts: readonly number[], isInner: (vertex: number) => boolean): Search {
  const size = graph.vertices.length;
  const [position, low, next] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [parent, parentEdge] = [new Int32Array(size).fill(outside), new Int32Array(size).fill(outside)];
  const order: number[] = [];
  const isStart = new Set(starts);
  const enter = (vertex: number): void => {
    order.push(vertex);
    position[vertex] = order.length;
    // If paths begin at several vertices, a virtual vertex with the position 0 connects these vertices, so that the
    // failure of one of them does not disconnect the others.
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

export function buildCutTree(graph: PathGraph, { starts, passes, isLasting = () => false }: Options): CutTree {
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
  /** For a vertex at which paths end: the nearest point of failure that all of its connections have in common. */
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
