// Graph keys. A key contains everything that determines a graph's content, so that nodes of different graphs have
// different ids.
import { createHash } from 'node:crypto';
import type { ShownGraph } from '../graph/diff';
import type { Detail } from '../graph/folding/detail';
import { inOrder } from '../graph/graph-parts';
import { optionalEdgeTypes, type OptionalEdgeType, type View } from '../graph/options';

export interface GraphName {
  readonly topologyId: string;
  readonly view: View;
  /** Whether the saved display options apply. */
  readonly display: boolean;
  /** The instant that the graph shows; undefined for the present. */
  readonly at: Date | undefined;
  /** The instant of rows that the graph's nodes refer to; undefined for the present. */
  readonly rowsAt: Date | undefined;
  /** Options of the request; undefined if the saved ones apply. */
  readonly options: object | undefined;
  /** How the graph is folded; undefined without folds. */
  readonly detail: Detail | undefined;
  /** Requested optional edge types without duplicates, in the order in which they are declared; undefined for none. */
  readonly optionalEdgeTypes: readonly OptionalEdgeType[] | undefined;
}
export interface GraphKey {
  readonly name: GraphName;
  readonly text: string;
}

/**
 * If options or details are longer, the key contains their digest. The digest distinguishes graphs, but the graph
 * cannot be built from it.
 */
export const longestOptions = 2000;

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null | undefined };
type Given = Pick<GraphName, 'topologyId' | 'view'> & Nullable<Omit<GraphName, 'topologyId' | 'view'>>;

const nameOf = (request: Given): GraphName => ({
  ...{ topologyId: request.topologyId, view: request.view, display: request.display ?? false },
  ...{ at: request.at ?? undefined, rowsAt: request.rowsAt ?? undefined },
  ...{ options: request.options ?? undefined, detail: request.detail ?? undefined },
  optionalEdgeTypes: inTheirOrder(request.optionalEdgeTypes ?? []),
});

function inTheirOrder(requestedTypes: readonly OptionalEdgeType[]): readonly OptionalEdgeType[] | undefined {
  const kinds = optionalEdgeTypes.filter((kind) => requestedTypes.includes(kind));
  return kinds.length > 0 ? kinds : undefined;
}

/** Key of a saved view. Its row and instant determine everything else. */
export const keyOfView = (row: string, request: Given): GraphKey => ({ name: nameOf(request), text: row });

export function keyOfGraph(request: Given): GraphKey {
  const name = nameOf(request);
  const { topologyId, view, display, at, rowsAt, options, detail, optionalEdgeTypes: optional } = name;
  const parts = [topologyId, view, display, at ?? null, rowsAt ?? null, hashOptions(options), hashOptions(detail)];
  // Without optional edges, the key must be the same as before such edges were introduced.
  if (optional) return { name, text: JSON.stringify([...parts, optional]) };
  return { name, text: JSON.stringify(parts) };
}

function hashOptions(options: object | undefined): object | string | null {
  if (!options) return null;
  const text = JSON.stringify(options);
  return text.length <= longestOptions ? options : createHash('sha256').update(text).digest('base64url');
}

/** A node or edge with the key of its graph. */
export interface Member {
  readonly id: string;
  readonly graph: string;
}
/** An item with the key of its graph. */
export type GraphMember<T> = T & { readonly graph: string };

/**
 * Returns a copy of the item with the graph's key. It is a copy because other graphs and instants may share the item's
 * object.
 */
export const toMember = <T extends { readonly id: string }>({ text }: GraphKey, item: T): GraphMember<T> => ({
  ...item,
  ...('inlineGroups' in item && { inlineGroups: (item.inlineGroups as object[]).map((one) => ({ ...one })) }),
  graph: text,
});

/** The items of a list, each copied with the key of its graph. */
export const toMembers = <T extends { readonly id: string }>(key: GraphKey, items: readonly T[]): GraphMember<T>[] =>
  items.map((item) => toMember(key, item));

/** The key of a node or edge in the graph. Ids contain no slash, so the key is unambiguous. */
export const keyOfMember = ({ id, graph }: Member): string => `${id}/${graph}`;

/** Digest of a graph's content. Graphs with the same nodes, edges and folds have the same digest on every replica. */
export function graphDigest(graph: ShownGraph): string {
  const hash = createHash('sha256');
  const { nodes, edges, folds, foldedEdges } = inOrder(graph);
  for (const item of [...nodes, ...edges, ...folds, ...foldedEdges]) hash.update(JSON.stringify(item)).update('\n');
  return hash.digest('base64url');
}
