// Builds an edge of a view, and adds it to the edges of a graph if both of its ends are nodes of the graph.
import { edgeAppearances } from '../edge-appearances';
import type { Edge, EdgePayloads } from '../graph';
import { derivedId } from '../../../../platform/text/derived-id';
import type { Lookup } from '../lookup';
import type { EdgeType, RequestOptions, View } from '../options';

/** The data from which edges are built: the inventory, and the nodes of the view. */
export interface EdgeSource {
  readonly view: View;
  readonly lookup: Lookup;
  readonly options: Pick<RequestOptions, 'optionalEdgeTypes'>;
  readonly isNode: (id: string) => boolean;
  /** Id of the box that shows a subnet, by subnet id. Several container bridges may share a box. */
  readonly boxOfSubnet: ReadonlyMap<string, string>;
}

interface EdgeFields<T extends EdgeType> {
  readonly source: string;
  readonly target: string;
  readonly payload: EdgePayloads[T];
  readonly label?: string | null;
  readonly relationKey?: string | null;
  readonly isMultiHop?: boolean;
  /**
   * Makes the id of the edge unique if several edges of the same type connect the same nodes, for example one edge per
   * container runtime.
   */
  readonly madeFor?: string;
}

/** Builds an edge; undefined if the view does not have this edge type, or if both ends are the same node. */
export function buildEdge<T extends EdgeType>(view: View, edgeType: T, fields: EdgeFields<T>): Edge | undefined {
  const { source, target, payload, label = null, relationKey = null, isMultiHop = false, madeFor = '' } = fields;
  const appearance = edgeAppearances[view][edgeType];
  if (!appearance || source === target) return undefined;
  const id = derivedId(edgeType, source, target, relationKey ?? madeFor);
  return { id, edgeType, source, target, payload, label, relationKey, isMultiHop, appearance } as Edge;
}

const isDrawn = ({ isNode }: EdgeSource, { source, target }: Pick<Edge, 'source' | 'target'>): boolean =>
  isNode(source) && isNode(target);

export function addMade(edges: Edge[], from: EdgeSource, edge: Edge | undefined): void {
  if (edge && isDrawn(from, edge)) edges.push(edge);
}

/** Builds and adds an edge, unless one of its ends is not a node of the graph or both ends are the same node. */
export function addEdge<T extends EdgeType>(edges: Edge[], from: EdgeSource, edgeType: T, fields: EdgeFields<T>): void {
  // Checks the ends before the edge is built, because computing the id of an edge takes time.
  const edge = isDrawn(from, fields) ? buildEdge(from.view, edgeType, fields) : undefined;
  if (edge) edges.push(edge);
}
