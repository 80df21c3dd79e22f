// The queries on the difference of two graphs, each under its name. They run in the main process or, for large
// networks, in a worker thread.
import type { PlainPage } from '../../../graphql/lists/plain-connection';
import { csvHeader, csvLines } from '../../../platform/http/csv';
import { countChanges, type GraphChange, type GraphChangeType, type GraphDiff } from '../graph/diff';
import type { Edge, Node } from '../graph/graph';
import type { EdgeType } from '../graph/options';
import { byText } from '../graph/order';
import { wireGraph } from '../graph/wire-graph';

type Change = GraphChange<Node> | GraphChange<Edge>;
/** The position of a change in the sorted list of all changes of a difference: by rank, then by id. */
export interface Place {
  readonly rank: number;
  readonly id: string;
}

/**
 * The rank by which changes are sorted: first boxes that are in no other box, and edges; then other boxes, then
 * elements.
 */
function rankOf({ before, after }: GraphChange<Node | Edge>): number {
  const item = (after ?? before)!;
  if (!('nodeType' in item)) return 0;
  return item.nodeType === 'Element' ? 2 : item.parentContainerId === null ? 0 : 1;
}
export const changePlace = (change: Change): Place => ({ rank: rankOf(change), id: change.id });
const byPlace = (a: Place, b: Place): number => a.rank - b.rank || byText(a.id, b.id);

/** The difference with its nodes and its edges sorted, each by rank, then by id. */
export const inOrderOfPlaces = ({ nodes, edges }: GraphDiff): GraphDiff => ({
  nodes: [...nodes].sort((a, b) => rankOf(a) - rankOf(b) || byText(a.id, b.id)),
  edges: [...edges].sort((a, b) => byText(a.id, b.id)),
});

/** A page of the changes in a difference, with the total number of changes. */
export interface PageOfChanges<C> {
  readonly pageChanges: readonly C[];
  readonly totalCount: number;
}
function pageOfChanges<C extends Change>(changes: readonly C[], page: PlainPage<Place>): PageOfChanges<C> {
  const { beyond, backwards, take, skip } = page;
  const follows = (change: C) => !beyond || byPlace(changePlace(change), beyond) * (backwards ? -1 : 1) > 0;
  const remainingChanges = changes.filter(follows);
  const end = remainingChanges.length - skip;
  const pageChanges = backwards
    ? remainingChanges.slice(Math.max(0, end - take), Math.max(0, end))
    : remainingChanges.slice(skip, skip + take);
  return { pageChanges, totalCount: changes.length };
}

type OneOf<T> = readonly T[] | null | undefined;
const isOf = <T>(filterValues: OneOf<T>, value: T): boolean => filterValues?.includes(value) ?? true;

interface NodeKinds {
  readonly containerTypes?: OneOf<string>;
  readonly elementTypes?: OneOf<string>;
}
function isOfKinds({ before, after }: GraphChange<Node>, { containerTypes, elementTypes }: NodeKinds): boolean {
  if (!containerTypes && !elementTypes) return true;
  const node = (after ?? before)!;
  return node.nodeType === 'Container'
    ? (containerTypes?.includes(node.containerType) ?? false)
    : (elementTypes?.includes(node.elementType) ?? false);
}

interface Selection {
  readonly page: PlainPage<Place>;
  readonly changeTypes?: OneOf<GraphChangeType>;
}

const wireChange = (change: GraphChange<unknown>, before: unknown, after: unknown) => ({
  ...{ id: change.id, change_type: change.changeType },
  ...{ before: before ?? null, after: after ?? null },
});
const wireNode = (node: Node | null) => node && wireGraph({ nodes: [node], edges: [] }).nodes[0];
const wireEdge = (edge: Edge | null) => edge && wireGraph({ nodes: [], edges: [edge] }).edges[0];

/** Column names of a difference that is exported as CSV, spelled like the members in REST. */
const columns = ['change_type', 'item', 'type', 'id', 'text', 'source', 'target'].map((name) => [name]);
function csvOf({ nodes, edges }: GraphDiff): string {
  const lines = [
    ...nodes.map(({ id, changeType, before, after }) => {
      const node = (after ?? before)!;
      const type = node.nodeType === 'Container' ? node.containerType : node.elementType;
      return { change_type: changeType, item: node.nodeType, type, id, text: node.header };
    }),
    ...edges.map(({ id, changeType, before, after }) => {
      const { edgeType, label, source, target } = (after ?? before)!;
      return { change_type: changeType, item: 'Edge', type: edgeType, id, text: label, source, target };
    }),
  ];
  return csvHeader(columns) + csvLines(columns, lines);
}

export const diffAnswers = {
  counts: ({ nodes, edges }: GraphDiff) => ({ nodes: countChanges(nodes), edges: countChanges(edges) }),
  nodes: ({ nodes }: GraphDiff, { page, changeTypes, ...kinds }: Selection & NodeKinds) =>
    pageOfChanges(
      nodes.filter((change) => isOf(changeTypes, change.changeType) && isOfKinds(change, kinds)),
      page,
    ),
  edges: (
    { edges }: GraphDiff,
    { page, changeTypes, edgeTypes }: Selection & { readonly edgeTypes?: OneOf<EdgeType> },
  ) =>
    pageOfChanges(
      edges.filter(
        ({ changeType, before, after }) =>
          isOf(changeTypes, changeType) && isOf(edgeTypes, (after ?? before)!.edgeType),
      ),
      page,
    ),
  wireNodes: ({ nodes }: GraphDiff): readonly object[] =>
    nodes.map((one) => wireChange(one, wireNode(one.before), wireNode(one.after))),
  wireEdges: ({ edges }: GraphDiff): readonly object[] =>
    edges.map((one) => wireChange(one, wireEdge(one.before), wireEdge(one.after))),
  csv: csvOf,
} satisfies Record<string, (diff: GraphDiff, args: never) => unknown>;

export type DiffQuestion = keyof typeof diffAnswers;
export type DiffArgsOf<Q extends DiffQuestion> =
  Parameters<(typeof diffAnswers)[Q]> extends [unknown, infer Args] ? Args : undefined;
export type DiffAnswer<Q extends DiffQuestion> = ReturnType<(typeof diffAnswers)[Q]>;
