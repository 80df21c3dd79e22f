// The field `topologyDiff` in GraphQL: boxes, elements and edges of a view that changed between two instants.
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { registerJsonSchemas } from '../../../graphql/descriptions/json-schemas';
import { pageComplexity, type ListArguments } from '../../../graphql/lists/page';
import { plainConnection, plainPage } from '../../../graphql/lists/plain-connection';
import { assertWithinRetention } from '../../../data/tenancy/kept';
import { requireVisible } from '../../../data/tenancy/rows';
import { changedMembers, type ChangeCounts, type GraphChange } from '../graph/diff';
import type { Edge, Node } from '../graph/graph';
import type { View } from '../graph/options';
import { isUuid } from '../../../platform/text/validation';
import { changeTypeEnum, fieldChangeRef, resolvePeriod } from '../../history';
import { keyOfGraph, toMember, type GraphKey } from '../answers/graph-keys';
import { graphOfTopology } from '../answers/graph-of-topology';
import { changePlace, type PageOfChanges, type Place } from '../answers/diff-answers';
import { diffNetworks, type NetworkDiff } from '../answers/graph-diffs';
import type { DrawnNetwork } from '../answers/inventory-cache';
import type { Detail } from '../graph/folding/detail';
import { withOptionalEdges } from '../graph/options';
import { detailInput, checkDetail } from './topology-detail';
import { graphSchemaRef } from './graph-schemas';
import { edgeRef } from './topology-edges.schema';
import { containerTypeEnum, elementTypeEnum, nodeRef } from './topology-nodes.schema';
import { completeOptions, type StoredOptions } from '../options';
import { checkedOptions } from '../answers/options-check';
import { edgeTypeEnum, optionalEdgesArg, requestInput } from './topology.schema';

/** Cost in points of a field that compares two graphs, because building both takes as long as reading many rows. */
export const heavy = { field: 200 };

interface Ends {
  readonly before: GraphKey;
  readonly after: GraphKey;
}
type ChangeBetween<T> = GraphChange<T> & { readonly ends: Ends };
const stateAt =
  <T extends Node | Edge>(end: keyof Ends) =>
  ({ ends, ...change }: ChangeBetween<T>): T | null => {
    const state = change[end];
    return state && toMember(ends[end], state);
  };

export interface TopologyDiff {
  readonly diff: NetworkDiff;
  readonly ends: Ends;
  readonly view: View;
  /** The states of the network at `from` and `to`, to find changes that folds hide. */
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

const placeIn = ([rank, id]: readonly unknown[]): Place | undefined =>
  typeof rank === 'number' && isUuid(id) ? { rank, id } : undefined;

/**
 * A GraphQL connection for a page of changes. Each change also has `ends`: the keys of both compared graphs, by which
 * resolvers find the state of a node or edge before and after the change.
 */
function connectionOf<T extends Node | Edge>(
  { pageChanges, totalCount }: PageOfChanges<GraphChange<T>>,
  args: ListArguments,
  ends: Ends,
) {
  const changes = pageChanges.map((change): ChangeBetween<T> => ({ ...change, ends }));
  const valuesOf = (change: ChangeBetween<T>) => {
    const { rank, id } = changePlace(change as GraphChange<Node>);
    return [rank, id];
  };
  return { ...plainConnection(args, changes, valuesOf), totalCount };
}

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

const nodeChanges = builder.connectionObject(
  { type: nodeChangeRef, name: 'GraphNodeChangeConnection' },
  { name: 'GraphNodeChangeEdge' },
);
const edgeChanges = builder.connectionObject(
  { type: edgeChangeRef, name: 'GraphEdgeChangeConnection' },
  { name: 'GraphEdgeChangeEdge' },
);
const onlyThese = 'Only these values.';
const offsetOption = { description: 'Number of changes to skip, after the cursor if there is one.' };

export const diffRef = builder.objectRef<TopologyDiff>('TopologyDiff').implement({
  description: 'Differences of a view between two instants.',
  extensions: heavyWork,
  fields: (t) => ({
    view: t.expose('view', { type: enumRef('TopologyView'), description: 'The view.' }),
    from: t.expose('from', { type: 'DateTime', description: 'The earlier instant.' }),
    to: t.expose('to', { type: 'DateTime', description: 'The later instant.' }),
    nodeCounts: t.field({
      type: countsRef,
      description: 'Numbers of changed boxes and elements.',
      resolve: async ({ diff }) => (await diff.ask('counts', undefined)).nodes,
    }),
    edgeCounts: t.field({ type: countsRef, description: 'Numbers of changed edges.', resolve: async ({ diff }) => (await diff.ask('counts', undefined)).edges }),
    nodes: t.connection(
      {
        type: nodeChangeRef,
        description: 'Changed nodes: top-level boxes, inner boxes, elements; each by id.',
        args: {
          changeTypes: t.arg({ type: [changeTypeEnum], description: onlyThese }),
          containerTypes: t.arg({ type: [containerTypeEnum], description: 'Only boxes of these kinds.' }),
          elementTypes: t.arg({ type: [elementTypeEnum], description: 'Only elements of these kinds.' }),
          offset: t.arg.int(offsetOption),
        },
        complexity: pageComplexity,
        resolve: async ({ diff, ends }, { changeTypes, containerTypes, elementTypes, ...args }) => {
          const pageQuestion = { page: plainPage(args, placeIn), changeTypes, containerTypes, elementTypes };
          return connectionOf(await diff.ask('nodes', pageQuestion), args, ends);
        },
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
          offset: t.arg.int(offsetOption),
        },
        complexity: pageComplexity,
        resolve: async ({ diff, ends }, { changeTypes, edgeTypes, ...args }) =>
          connectionOf(await diff.ask('edges', { page: plainPage(args, placeIn), changeTypes, edgeTypes }), args, ends),
      },
      edgeChanges,
    ),
    wireNodes: t.field({
      type: ['JSON'],
      description: 'All changes of nodes, with members named as in REST.',
      extensions: listOfChanges('GraphNodeChange'),
      complexity: heavy,
      resolve: ({ diff }) => [...diff.list('wireNodes')],
    }),
    wireEdges: t.field({
      type: ['JSON'],
      description: 'All changes of edges, with members named as in REST.',
      extensions: listOfChanges('GraphEdgeChange'),
      complexity: heavy,
      resolve: ({ diff }) => [...diff.list('wireEdges')],
    }),
    csv: t.string({
      description: 'All changes as CSV, one per line (RFC 4180).',
      complexity: heavy,
      resolve: ({ diff }) => diff.csv(),
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
      optionalEdgeTypes: t.arg(optionalEdgesArg),
    },
    complexity: heavy,
    resolve: async (_root, { topologyId, view, options: requestedOptions, detail: folding, optionalEdgeTypes, ...args }, context: GraphqlContext) => {
      const { from, to } = resolvePeriod(args.from, args.to, context);
      const row = await requireVisible(context.db, 'Topology', topologyId);
      await assertWithinRetention(context.sql, { from, to }, [{ model: 'Network', id: row.networkId }]);
      const savedOptions = row.options as StoredOptions;
      const ownOptions = completeOptions(row.id, requestedOptions ? { ...savedOptions, ...checkedOptions({ request: requestedOptions }) } : savedOptions).request;
      const request = withOptionalEdges(ownOptions, optionalEdgeTypes ?? []);
      const drawnAt = (instant: Date) => graphOfTopology(context.asOf(instant), row, request);
      const [before, after] = await Promise.all([drawnAt(from), drawnAt(to)]);
      const states = [before, after] as const;
      const detail = folding ? checkDetail(folding) : undefined;
      const keyAt = (at: Date) => keyOfGraph({ topologyId, view, options: requestedOptions, optionalEdgeTypes, at, rowsAt: context.at });
      const ends: Ends = { before: keyAt(from), after: keyAt(to) };
      const diff = diffNetworks(before, after, { view }, context);
      return { view, from, to, states, detail, diff, ends };
    },
  }),
);
