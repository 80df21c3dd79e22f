// Graph keys. A key contains everything that determines a graph's content, so that nodes of different graphs have
// different ids.
import { createHash } from 'node:crypto';
import type { ShownGraph } from '../graph/diff';
import type { Detail } from '../graph/folding/detail';
import { inOrder } from '../graph/graph-parts';
import { optionalEdgeTypes, type OptionalEdgeType, type View } from '../graph/options';
import type { Change } from '../judging/supposing/changes';

export interface GraphName {
  readonly topologyId: string;
  readonly view: View;
  /** Whether the display options that are saved with the topology apply. */
  readonly display: boolean;
  /** The instant that the graph shows; undefined for the present. */
  readonly at: Date | undefined;
  /**
   * The instant at which GraphQL fields of the nodes read rows; undefined for the present. It usually equals `at`. In a
   * difference of two graphs, both graphs read rows at the instant of the request.
   */
  readonly rowsAt: Date | undefined;
  /** Topology options of the request; undefined if the saved options apply. */
  readonly options: object | undefined;
  /** How the graph is folded; undefined without folds. */
  readonly detail: Detail | undefined;
  /** Requested optional edge types without duplicates, in the order in which they are declared; undefined for none. */
  readonly optionalEdgeTypes: readonly OptionalEdgeType[] | undefined;
  /** Supposed (what-if) changes of the network; undefined for the network as it is. */
  readonly changes: readonly Change[] | undefined;
}
export interface GraphKey {
  readonly name: GraphName;
  readonly text: string;
}

/**
 * Maximum length of options, of `detail` or of supposed changes in a key, as JSON characters. If they are longer, the
 * key contains their digest, which distinguishes graphs but does not suffice to build the graph again.
 */
export const longestOptions = 2000;

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null | undefined };
type GraphRequest = Pick<GraphName, 'topologyId' | 'view'> & Nullable<Omit<GraphName, 'topologyId' | 'view'>>;

const nameOf = (request: GraphRequest): GraphName => ({
  ...{ topologyId: request.topologyId, view: request.view, display: request.display ?? false },
  ...{ at: request.at ?? undefined, rowsAt: request.rowsAt ?? undefined },
  ...{ options: request.options ?? undefined, detail: request.detail ?? undefined },
  ...{ optionalEdgeTypes: inTheirOrder(request.optionalEdgeTypes ?? []), changes: request.changes ?? undefined },
});

function inTheirOrder(requestedTypes: readonly OptionalEdgeType[]): readonly OptionalEdgeType[] | undefined {
  const kinds = optionalEdgeTypes.filter((kind) => requestedTypes.includes(kind));
  return kinds.length > 0 ? kinds : undefined;
}

/**
 * Graph key of a saved view. The text of the key has only the id of the saved view and the instant at which it is read:
 * the topology, the options and the folds follow from them.
 */
export const keyOfView = (row: string, request: GraphRequest): GraphKey => ({ name: nameOf(request), text: row });

export function keyOfGraph(request: GraphRequest): GraphKey {
  const name = nameOf(request);
  const { topologyId, view, display, at, rowsAt, options, detail, optionalEdgeTypes: optional, changes } = name;
  const parts = [topologyId, view, display, at ?? null, rowsAt ?? null, hashOptions(options), hashOptions(detail)];
  // Keys without optional edges or supposed changes have no parts for them, so that older keys, from before these two
  // features, stay valid.
  if (changes) return { name, text: JSON.stringify([...parts, optional ?? null, hashOptions(changes)]) };
  if (optional) return { name, text: JSON.stringify([...parts, optional]) };
  return { name, text: JSON.stringify(parts) };
}

function hashOptions(options: object | undefined): object | string | null {
  if (!options) return null;
  const text = JSON.stringify(options);
  return text.length <= longestOptions ? options : createHash('sha256').update(text).digest('base64url');
}

/** The id of a node or edge, with the key of its graph. */
export interface Member {
  readonly id: string;
  readonly graph: string;
}
/** An item of a graph, such as a node, with the key of the graph. */
export type GraphMember<T> = T & { readonly graph: string };

/**
 * Returns a copy of a node, edge or fold with the key of its graph. The original must not get the key, because graphs
 * of other keys may share the same object.
 */
export const toMember = <T extends { readonly id: string }>({ text }: GraphKey, item: T): GraphMember<T> => ({
  ...item,
  ...('inlineGroups' in item && { inlineGroups: (item.inlineGroups as object[]).map((one) => ({ ...one })) }),
  graph: text,
});

/** Copies the items of a list, and adds the key of their graph to each. */
export const toMembers = <T extends { readonly id: string }>(key: GraphKey, items: readonly T[]): GraphMember<T>[] =>
  items.map((item) => toMember(key, item));

/**
 * Key that identifies a node or edge among all graphs. Its parts are separated by a slash, which ids do not contain.
 */
export const keyOfMember = ({ id, graph }: Member): string => `${id}/${graph}`;

/** Digest of a graph's content. Graphs with the same nodes, edges and folds have the same digest on every replica. */
export function graphDigest(graph: ShownGraph): string {
  const hash = createHash('sha256');
  const { nodes, edges, folds, foldedEdges } = inOrder(graph);
  for (const item of [...nodes, ...edges, ...folds, ...foldedEdges]) hash.update(JSON.stringify(item)).update('\n');
  return hash.digest('base64url');
}
