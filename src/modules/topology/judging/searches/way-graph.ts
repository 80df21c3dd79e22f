// A graph of the ways in a network, in the form that the searches of checks need: vertices and edges by number.
import type { Certainty } from '../roles';

export interface Vertex {
  readonly id: string;
  /** A port is a vertex if several devices are behind it, for instance behind a switch that is not known. */
  readonly kind: 'Host' | 'Port' | 'Subnet';
  /** Whether ways lead through the vertex. */
  readonly passage: Certainty;
}
export interface WayEdge {
  readonly ends: readonly [number, number];
  /** Length in half hops: a cable has two halves, a port with several devices behind it is between them. */
  readonly halves: 0 | 1 | 2;
  /** Ids of the ports or of the address that the edge depends on. */
  readonly elementIds: readonly string[];
  /** Whether the edge may be several cables: an aggregate whose members are not known. */
  readonly isUnclear?: boolean;
}

export interface WayGraph {
  readonly vertices: readonly Vertex[];
  readonly edges: readonly WayEdge[];
  /** Numbers of the edges at a vertex. */
  readonly edgesAt: readonly (readonly number[])[];
  /** The number of the vertex with this id; undefined if there is none. */
  find(id: string): number | undefined;
}

export interface WayGraphBuilder {
  /** Adds a vertex, unless there is one with this id, and returns its number. */
  vertex(vertex: Vertex): number;
  edge(edge: WayEdge): void;
  build(): WayGraph;
}

export function createWayGraph(): WayGraphBuilder {
  const numbers = new Map<string, number>();
  const vertices: Vertex[] = [];
  const edges: WayEdge[] = [];
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

/** How sure ways must be: `Known` leads through vertices that certainly pass, `Possible` also through those that may. */
export type Reading = 'Known' | 'Possible';

export const passesIn =
  (reading: Reading) =>
  ({ passage }: Vertex): boolean =>
    passage === 'Yes' || (passage === 'Maybe' && reading === 'Possible');

export const farEnd = ({ ends }: WayEdge, vertex: number): number => (ends[0] === vertex ? ends[1] : ends[0]);
