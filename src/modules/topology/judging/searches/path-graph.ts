// A graph of the possible paths in a network, for the searches of checks. Vertices and edges are referred to by index.
import type { Certainty } from '../roles';

export interface Vertex {
  readonly id: string;
  /** A port is a vertex only if several devices are behind it, for example behind an unknown switch. */
  readonly kind: 'Host' | 'Port' | 'Subnet';
  /** Whether paths lead through the vertex, that is, whether it forwards. */
  readonly passage: Certainty;
}
export interface PathEdge {
  readonly ends: readonly [number, number];
  /**
   * Length in half hops: a cable between two hosts has 2, an edge between a host and a subnet 1. A port that is a
   * vertex has an edge of 1 to its host, so the edge of its cable is shorter by 1.
   */
  readonly halves: 0 | 1 | 2;
  /** Ids of the ports of the cable, or of the address that connects a host with a subnet. */
  readonly elementIds: readonly string[];
  /** Whether the edge may be several cables: an aggregate link whose members are unknown. */
  readonly isUnclear?: boolean;
}

export interface PathGraph {
  readonly vertices: readonly Vertex[];
  readonly edges: readonly PathEdge[];
  /** By index of a vertex: the indexes of its edges. */
  readonly edgesAt: readonly (readonly number[])[];
  /** The index of the vertex with this id; undefined if there is none. */
  find(id: string): number | undefined;
}

export interface PathGraphBuilder {
  /** Adds a vertex unless the graph has one with this id. Returns the index of the vertex. */
  vertex(vertex: Vertex): number;
  edge(edge: PathEdge): void;
  build(): PathGraph;
}

export function createPathGraph(): PathGraphBuilder {
  const numbers = new Map<string, number>();
  const vertices: Vertex[] = [];
  const edges: PathEdge[] = [];
  const edgesAt: number[][] = [];
  return {
    vertex(vertex) {
      const existing = numbers.get(vertex.id);
      if (existing !== undefined) return existing;
      numbers.set(vertex.id, vertices.length);
      edgesAt.push([]);
      return vertices.push(vertex) - 1;
    },
    edge(edge) {
      const [a, b] = edge.ends;
      edgesAt[a]!.push(edges.length);
      edgesAt[b]!.push(edges.length);
      edges.push(edge);
    },
    build: () => ({ vertices, edges, edgesAt, find: (id) => numbers.get(id) }),
  };
}

/** The assumption about hosts that may or may not forward: they do not (`Known`), or they do (`Possible`). */
export type Reading = 'Known' | 'Possible';

export const passesIn =
  (reading: Reading) =>
  ({ passage }: Vertex): boolean =>
    passage === 'Yes' || (passage === 'Maybe' && reading === 'Possible');

export const farEnd = ({ ends }: PathEdge, vertex: number): number => (ends[0] === vertex ? ends[1] : ends[0]);
