// `topologyDiff` in GraphQL: boxes, elements and edges of a view that changed between two instants.
import { csvHeader, csvLines } from '../../../platform/http/csv';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { enumRef } from '../../../graphql/enums';
import { registerJsonSchemas } from '../../../graphql/json-schemas';
import { pageComplexity, type ListArguments } from '../../../graphql/lists/list';
import { plainConnection, plainPage } from '../../../graphql/lists/plain-connection';
import { requireKept } from '../../../data/tenancy/kept';
import { requireVisible } from '../../../data/tenancy/rows';
import { changedMembers, countChanges, type ChangeCounts, type GraphChange } from '../graph/diff';
import type { GraphDiff } from '../graph/diff';
import type { Edge, Node } from '../graph/graph';
import type { EdgeType, View } from '../graph/options';
import { byText } from '../graph/order';
import { wireGraph } from '../graph/wire-graph';
import { isUuid } from '../../../platform/text/validation';
import { changeTypeEnum, fieldChangeRef, periodOf } from '../../history';
import { keyOfGraph, memberOf, type GraphKey } from '../answers/graph-keys';
import { graphOfTopology } from '../answers/graph-of-topology';
import { diffNetworks, rankOf } from '../answers/graph-diffs';
import type { DrawnNetwork } from '../answers/inventory-cache';
import type { Detail } from '../graph/folding/detail';
import { detailInput, detailOf } from './topology-detail';
import { graphSchemaRef } from './graph-schemas';
import { edgeRef } from './topology-edges.schema';
import { containerTypeEnum, elementTypeEnum, nodeRef } from './topology-nodes.schema';
import { completeOptions, type StoredOptions } from '../options';
import { checkedOptions } from './topology-options-check';
import { edgeTypeEnum, requestInput } from './topology.schema';

/** Building two graphs takes as long as reading many rows. */
export const heavy = { field: 200 };

/** The graphs at both ends. */
interface Ends {
  readonly before: GraphKey;
  readonly after: GraphKey;
}
type ChangeBetween<T> = GraphChange<T> & { readonly ends: Ends };
const stateAt =
  <T extends Node | Edge>(end: keyof Ends) =>
  ({ ends, ...change }: ChangeBetween<T>): T | null => {
    const state = change[end];
    return state && memberOf(ends[end], state);
  };

export interface TopologyDiff extends GraphDiff {
  readonly nodes: readonly ChangeBetween<Node>[];
  readonly edges: readonly ChangeBetween<Edge>[];
  readonly view: View;
  /** The two states, for those who ask what folds hide of the difference. */
  readonly states: readonly [before: DrawnNetwork, after: DrawnNetwork];
  readonly detail: Detail | undefined;
  readonly from: Date;
  readonly to: Date;
}

const fields = {
  description: 'Names of the members that differ, if changed.',
  resolve: (change: GraphChange<Node | Edge>) => changedMembers(change),
};
const nodeChangeRef = builder.objectRef<ChangeBetween<Node>>('GraphNodeChange').implement({
  description: 'A box or element that differs between two instants.',
  fields: (t) => ({
    elementId: t.expose('id', { type: 'UUID', description: 'Id of the node in both graphs.' }),
    changeType: t.expose('changeType', { type: changeTypeEnum }),
    before: t.field({ type: nodeRef, nullable: true, resolve: stateAt<Node>('before'), description: 'The node at the start; null if added. Its entities are those of today.' }),
    after: t.field({ type: nodeRef, nullable: true, resolve: stateAt<Node>('after'), description: 'The node at the end; null if removed. Its entities are those of today.' }),
    fields: t.field({ type: [fieldChangeRef], ...fields }),
  }),
});
const edgeChangeRef = builder.objectRef<ChangeBetween<Edge>>('GraphEdgeChange').implement({
  description: 'An edge that differs between two instants.',
  fields: (t) => ({
    elementId: t.expose('id', { type: 'UUID', description: 'Id of the edge in both graphs.' }),
    changeType: t.expose('changeType', { type: changeTypeEnum }),
    before: t.field({ type: edgeRef, nullable: true, resolve: stateAt<Edge>('before'), description: 'The edge at the start; null if added. Its entities are those of today.' }),
    after: t.field({ type: edgeRef, nullable: true, resolve: stateAt<Edge>('after'), description: 'The edge at the end; null if removed. Its entities are those of today.' }),
    fields: t.field({ type: [fieldChangeRef], ...fields }),
  }),
});

export const countsRef = builder.objectRef<ChangeCounts>('GraphChangeCounts').implement({
  description: 'Numbers of changes by kind.',
  fields: (t) => ({
    added: t.exposeInt('Added', { description: 'Present at the end only.' }),
    removed: t.exposeInt('Removed', { description: 'Present at the start only.' }),
    changed: t.exposeInt('Changed', { description: 'Present at both ends, and different.' }),
  }),
});

type Change = GraphChange<Node> | GraphChange<Edge>;
interface Place {
  readonly rank: number;
  readonly id: string;
}
const placeIn = ([rank, id]: readonly unknown[]): Place | undefined =>
  typeof rank === 'number' && isUuid(id) ? { rank, id } : undefined;
const byPlace = (a: Place, b: Place): number => a.rank - b.rank || byText(a.id, b.id);

/** The requested page of the changes; the count is of all pages. */
function pageOfChanges<C extends Change>(changes: readonly C[], args: ListArguments) {
  const { beyond, backwards, take, skip } = plainPage(args, placeIn);
  const placeOf = (change: C): Place => ({ rank: rankOf(change), id: change.id });
  const follows = (change: C) => !beyond || byPlace(placeOf(change), beyond) * (backwards ? -1 : 1) > 0;
  const left = changes.filter(follows);
  const end = left.length - skip;
  const found = backwards ? left.slice(Math.max(0, end - take), Math.max(0, end)) : left.slice(skip, skip + take);
  return {
    ...plainConnection(args, found, (change) => [rankOf(change), change.id]),
    totalCount: changes.length,
  };
}

const isOf = <T>(wanted: readonly T[] | null | undefined, value: T): boolean => wanted?.includes(value) ?? true;

interface NodeKinds {
  readonly containerTypes?: readonly string[] | null;
  readonly elementTypes?: readonly string[] | null;
}
function isOfKinds({ before, after }: GraphChange<Node>, { containerTypes, elementTypes }: NodeKinds): boolean {
  if (!containerTypes && !elementTypes) return true;
  const node = (after ?? before)!;
  return node.nodeType === 'Container'
    ? (containerTypes?.includes(node.containerType) ?? false)
    : (elementTypes?.includes(node.elementType) ?? false);
}

const wireChange = (change: GraphChange<unknown>, before: unknown, after: unknown) => ({
  ...{ id: change.id, change_type: change.changeType },
  ...{ before: before ?? null, after: after ?? null },
});
const wireNode = (node: Node | null) => node && wireGraph({ nodes: [node], edges: [] }).nodes[0];
const wireEdge = (edge: Edge | null) => edge && wireGraph({ nodes: [], edges: [edge] }).edges[0];

const changeSchema = (of: 'GraphNode' | 'GraphEdge') => {
  const orNone = { anyOf: [graphSchemaRef(of), { type: 'null' }] };
  return {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Id in both graphs.' },
      change_type: {
        ...{ type: 'string', enum: ['Added', 'Removed', 'Changed'] },
        description: 'Kind of change between start and end.',
      },
      before: { ...orNone, description: 'State at the start; null if added.' },
      after: { ...orNone, description: 'State at the end; null if removed.' },
    },
    required: ['id', 'change_type', 'before', 'after'],
    description: 'What differs between the two instants.',
  };
};
registerJsonSchemas({
  GraphNodeChange: changeSchema('GraphNode'),
  GraphEdgeChange: changeSchema('GraphEdge'),
});
const listOfChanges = (of: 'GraphNodeChange' | 'GraphEdgeChange') => ({
  jsonSchema: { items: { $ref: `#/components/schemas/${of}` } },
});

/** Names as REST has them. */
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

const nodeChanges = builder.connectionObject(
  { type: nodeChangeRef, name: 'GraphNodeChangeConnection' },
  { name: 'GraphNodeChangeEdge' },
);
const edgeChanges = builder.connectionObject(
  { type: edgeChangeRef, name: 'GraphEdgeChangeConnection' },
  { name: 'GraphEdgeChangeEdge' },
);
const onlyThese = 'Only these values.';
const skipped = { description: 'Number of changes to skip, after the cursor if there is one.' };

export const diffRef = builder.objectRef<TopologyDiff>('TopologyDiff').implement({
  description: 'Differences of a view between two instants.',
  fields: (t) => ({
    view: t.expose('view', { type: enumRef('TopologyView'), description: 'The view.' }),
    from: t.expose('from', { type: 'DateTime', description: 'The earlier instant.' }),
    to: t.expose('to', { type: 'DateTime', description: 'The later instant.' }),
    nodeCounts: t.field({
      type: countsRef,
      description: 'Numbers of changed boxes and elements.',
      resolve: ({ nodes }) => countChanges(nodes),
    }),
    edgeCounts: t.field({ type: countsRef, description: 'Numbers of changed edges.', resolve: ({ edges }) => countChanges(edges) }),
    nodes: t.connection(
      {
        type: nodeChangeRef,
        description: 'Changed nodes: top-level boxes, inner boxes, elements; each by id.',
        args: {
          changeTypes: t.arg({ type: [changeTypeEnum], description: onlyThese }),
          containerTypes: t.arg({ type: [containerTypeEnum], description: 'Only boxes of these kinds.' }),
          elementTypes: t.arg({ type: [elementTypeEnum], description: 'Only elements of these kinds.' }),
          offset: t.arg.int(skipped),
        },
        complexity: pageComplexity,
        resolve: ({ nodes }, { changeTypes, containerTypes, elementTypes, ...args }) =>
          pageOfChanges(
            nodes.filter(
              (change) => isOf(changeTypes, change.changeType) && isOfKinds(change, { containerTypes, elementTypes }),
            ),
            args,
          ),
      },
      nodeChanges,
    ),
    edges: t.connection(
      {
        type: edgeChangeRef,
        description: 'Changed edges, by id.',
        args: {
          changeTypes: t.arg({ type: [changeTypeEnum], description: onlyThese }),
          edgeTypes: t.arg({ type: [edgeTypeEnum], description: onlyThese }),
          offset: t.arg.int(skipped),
        },
        complexity: pageComplexity,
        resolve: ({ edges }, { changeTypes, edgeTypes, ...args }) =>
          pageOfChanges(
            edges.filter(
              ({ changeType, before, after }) =>
                isOf(changeTypes, changeType) && isOf<EdgeType>(edgeTypes, (after ?? before)!.edgeType),
            ),
            args,
          ),
      },
      edgeChanges,
    ),
    wireNodes: t.field({
      type: ['JSON'],
      description: 'All changes of nodes, with members named as in REST.',
      extensions: listOfChanges('GraphNodeChange'),
      complexity: heavy,
      resolve: ({ nodes }) => nodes.map((one) => wireChange(one, wireNode(one.before), wireNode(one.after))),
    }),
    wireEdges: t.field({
      type: ['JSON'],
      description: 'All changes of edges, with members named as in REST.',
      extensions: listOfChanges('GraphEdgeChange'),
      complexity: heavy,
      resolve: ({ edges }) => edges.map((one) => wireChange(one, wireEdge(one.before), wireEdge(one.after))),
    }),
    csv: t.string({
      description: 'All changes as CSV, one per line (RFC 4180).',
      complexity: heavy,
      resolve: (diff) => csvOf(diff),
    }),
  }),
});

builder.queryField('topologyDiff', (t) =>
  t.field({
    type: diffRef,
    description:
      'Compares the graphs of one view at two instants, node by node and edge by edge. Both are built with the same options: the saved ones of today, or `options`.',
    args: {
      topologyId: t.arg({ type: 'UUID', required: true }),
      view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'View to compare.' }),
      from: t.arg({ type: 'DateTime', required: true, description: 'The earlier instant; refused if after `to`.' }),
      to: t.arg({ type: 'DateTime', description: 'The later instant; default and latest: now.' }),
      options: t.arg({ type: requestInput, description: 'Options for this request; the saved ones if left out.' }),
      detail: t.arg({ type: detailInput, description: 'How far the graphs are folded for `folded`; the rest of the answer is not affected.' }),
    },
    complexity: heavy,
    resolve: async (_root, { topologyId, view, options: given, detail: folding, ...args }, context: GraphqlContext) => {
      const { from, to } = periodOf(args.from, args.to, context);
      const row = await requireVisible(context.db, 'Topology', topologyId);
      await requireKept(context.sql, { from, to }, [{ model: 'Network', id: row.networkId }]);
      const saved = row.options as StoredOptions;
      const { request } = completeOptions(row.id, given ? { ...saved, ...checkedOptions({ request: given }) } : saved);
      const drawnAt = (instant: Date) => graphOfTopology(context.asOf(instant), row, request);
      const [before, after] = await Promise.all([drawnAt(from), drawnAt(to)]);
      const states = [before, after] as const;
      const detail = folding ? detailOf(folding) : undefined;
      const { nodes, edges } = await diffNetworks(before, after, { view }, context);
      const keyAt = (at: Date) => keyOfGraph({ topologyId, view, options: given, at, rowsAt: context.at });
      const ends: Ends = { before: keyAt(from), after: keyAt(to) };
      const between = <T>(change: T) => ({ ...change, ends });
      return { view, from, to, states, detail, nodes: nodes.map(between), edges: edges.map(between) };
    },
  }),
);
