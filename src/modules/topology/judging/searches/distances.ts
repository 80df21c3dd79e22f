// Finds shortest paths in a `PathGraph`.
import { farEnd, type PathGraph } from './path-graph';

export interface ShortestPath {
  /** Number of hops: cables in L2, subnets in L3. */
  readonly hops: number;
  /** Indexes of the vertices, from the start to the end of the path. */
  readonly vertices: readonly number[];
}

/**
 * A shortest path between two vertices; undefined if there is none. Equal input gives the same path. The path does not
 * lead through vertices for which `passes` is false.
 */
export function findShortestPath(
  graph: PathGraph,
  from: number,
  to: number,
  passes: (vertex: number) => boolean,
): ShortestPath | undefined {
  const size = graph.vertices.length;
  const [distances, before] = [new Int32Array(size).fill(unreached), new Int32Array(size).fill(unreached)];
  const isDone = new Uint8Array(size);
  distances[from] = 0;
  /**
   * By distance from the start: the vertices at this distance. Lengths of edges are counted in half hops (`halves`).
   */
  const buckets: number[][] = [[from]];
  for (let distance = 0; distance < buckets.length; distance += 1) {
    // The list grows during the loop, because an edge may have the length 0.
    for (const vertex of buckets[distance] ?? []) {
      if (isDone[vertex] || distances[vertex] !== distance) continue;
      isDone[vertex] = 1;
      if (vertex === to) return { hops: distance / 2, vertices: trace(before, to) };
      if (vertex !== from && !passes(vertex)) continue;
      for (const edge of graph.edgesAt[vertex]!) {
        const far = farEnd(graph.edges[edge]!, vertex);
        const length = distance + graph.edges[edge]!.halves;
        if (isDone[far] || (distances[far] !== unreached && distances[far]! <= length)) continue;
        distances[far] = length;
        before[far] = vertex;
        (buckets[length] ??= []).push(far);
      }
    }
  }
  return undefined;
}

const unreached = -1;

function trace(before: Int32Array, to: number): number[] {
  const vertices = [to];
  for (let vertex = before[to]!; vertex !== unreached; vertex = before[vertex]!) vertices.push(vertex);
  return vertices.reverse();
}
