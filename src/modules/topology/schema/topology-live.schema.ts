// The subscription to a live graph. First it sends the whole graph, or the changes since a cursor; then each change.
import { requireSelected } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { asksForRows } from '../../../graphql/row-field';
import { keyOfGraph, toMembers } from '../answers/graph-keys';
import { drawnRow } from '../answers/graph-of-topology';
import type { GraphChange, GraphChangeType, ShownDiff } from '../graph/diff';
import { readCursor } from '../live/graph-cursor';
import { openGraphStream, type KeyedGraphEvent } from '../live/graph-streams';
import { detailInput, checkDetail, detailText } from './topology-detail';
import { edgeRef } from './topology-edges.schema';
import { foldedEdgeRef, foldRef, manyFolds } from './topology-folding.schema';
import { droppedRows, droppedRef, availableViews, viewsText } from './topology-graph.schema';
import { nodeRef } from './topology-nodes.schema';
import { checkedOptions } from '../answers/options-check';
import { optionalEdgesArg, optionsRef, requestInput } from './topology.schema';

/** Expected number of nodes and edges in an event, for estimating the cost of a subscription. */
const manyRows = { field: 1, multiplier: 200 };

const ofType = <T>(changes: readonly GraphChange<T>[], wantedType: GraphChangeType) =>
  changes.filter(({ changeType }) => changeType === wantedType);
const after =
  <T extends { readonly id: string }>(itemsOf: (diff: ShownDiff) => readonly GraphChange<T>[], wantedType: 'Added' | 'Changed') =>
  ({ key, changes }: KeyedGraphEvent) =>
    toMembers(
      key,
      ofType(itemsOf(changes), wantedType).map((change) => change.after!),
    );
const removedItems =
  (items: keyof ShownDiff) =>
  ({ changes }: KeyedGraphEvent) =>
    ofType<unknown>(changes[items], 'Removed').map(({ id }) => id);

const changesRef = builder.objectRef<KeyedGraphEvent>('TopologyGraphChanges').implement({
  description:
    'An event of a graph that is read live. Applied in their order, by `elementId`, events give exactly the graph; the order of nodes and edges means nothing.',
  extensions: heavyWork,
  // eslint-disable-next-line max-lines-per-function -- a table of fields
  fields: (t) => ({
    isWhole: t.boolean({
      description: 'Whether the graph begins anew with this event: discard everything received before.',
      resolve: ({ isWhole }) => isWhole,
    }),
    cursor: t.string({
      nullable: true,
      description:
        'Cursor for `since`: the received events give the graph of this moment. Null: more parts of the graph follow; until then no earlier cursor is valid.',
      resolve: ({ cursor }) => cursor,
    }),
    addedNodes: t.field({
      type: [nodeRef],
      description: 'Nodes to add, or to replace if already received.',
      complexity: manyRows,
      resolve: after(({ nodes }) => nodes, 'Added'),
    }),
    changedNodes: t.field({
      type: [nodeRef],
      description: 'Nodes to replace.',
      complexity: manyRows,
      resolve: after(({ nodes }) => nodes, 'Changed'),
    }),
    removedNodeIds: t.field({
      type: ['UUID'],
      description: '`elementId` of nodes to remove, if received.',
      resolve: removedItems('nodes'),
    }),
    addedEdges: t.field({
      type: [edgeRef],
      description: 'Edges to add, or to replace if already received.',
      complexity: manyRows,
      resolve: after(({ edges }) => edges, 'Added'),
    }),
    changedEdges: t.field({
      type: [edgeRef],
      description: 'Edges to replace.',
      complexity: manyRows,
      resolve: after(({ edges }) => edges, 'Changed'),
    }),
    removedEdgeIds: t.field({
      type: ['UUID'],
      description: '`elementId` of edges to remove, if received.',
      resolve: removedItems('edges'),
    }),
    addedFolds: t.field({
      type: [foldRef],
      description: 'Folds to add, or to replace if already received; by `foldId`. Empty without `detail`, as are the lists below.',
      complexity: manyFolds,
      resolve: after(({ folds }) => folds, 'Added'),
    }),
    changedFolds: t.field({
      type: [foldRef],
      description: 'Folds to replace.',
      complexity: manyFolds,
      resolve: after(({ folds }) => folds, 'Changed'),
    }),
    removedFoldIds: t.field({
      type: ['UUID'],
      description: '`foldId` of folds to remove, if received.',
      resolve: removedItems('folds'),
    }),
    addedFoldedEdges: t.field({
      type: [foldedEdgeRef],
      description: 'Folded edges to add, or to replace if already received; by `elementId`.',
      complexity: manyFolds,
      resolve: after(({ foldedEdges }) => foldedEdges, 'Added'),
    }),
    changedFoldedEdges: t.field({
      type: [foldedEdgeRef],
      description: 'Folded edges to replace.',
      complexity: manyFolds,
      resolve: after(({ foldedEdges }) => foldedEdges, 'Changed'),
    }),
    removedFoldedEdgeIds: t.field({
      type: ['UUID'],
      description: '`elementId` of folded edges to remove, if received.',
      resolve: removedItems('foldedEdges'),
    }),
    availableViews: t.field({
      type: [enumRef('TopologyView')],
      description: viewsText,
      resolve: ({ graph }) => availableViews(graph),
    }),
    filteredOut: t.field({ type: [droppedRef], resolve: ({ graph }) => droppedRows(graph) }),
    savedOptions: t.field({
      type: optionsRef,
      description: 'Saved options of the topology at this moment.',
      resolve: ({ graph }) => graph.savedOptions,
    }),
  }),
});

builder.subscriptionField('topologyGraphChanges', (t) =>
  t.field({
    type: changesRef,
    description:
      'Sends the graph of a live topology in parts of at most 1,000 nodes and edges, then its changes. A reader too far behind is sent the graph anew. Ends with an error when the credential or the access to the network ends. A pinned topology: `entity_reference_invalid`.',
    args: {
      topologyId: t.arg({ type: 'UUID', required: true }),
      view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'View to build.' }),
      options: t.arg({
        type: requestInput,
        description: 'Options for this request instead of the saved ones; those left out have their default.',
      }),
      detail: t.arg({ type: detailInput, description: detailText }),
      optionalEdgeTypes: t.arg(optionalEdgesArg),
      since: t.arg.string({
        description: 'Cursor of the last event received: only what has changed since is sent, if that can be determined.',
      }),
      rows: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether rows count as well: nodes are sent as changed when a row that they stand for or show changed, and each other change of rows or saved options of the network is an event without nodes and edges, with a new cursor.',
      }),
    },
    subscribe: async (_root, { topologyId, view, options, detail, optionalEdgeTypes, since, rows }, context, info) => {
      if (options) checkedOptions({ request: options });
      if (since != null) readCursor(since, 'since');
      const row = await requireSelected(context.db, 'Topology', topologyId, drawnRow);
      if (row.snapshot)
        throw new AppError('entity_reference_invalid', { field: 'topologyId', entity: 'Topology' });
      const request = { topologyId, view, options, detail: detail && checkDetail(detail), optionalEdgeTypes };
      return openGraphStream(context, {
        ...{ key: keyOfGraph(request), networkId: row.networkId, since },
        asksForRows: asksForRows(info),
        tellsRows: rows ?? false,
      });
    },
    resolve: ({ event, refusal }) => {
      if (refusal) throw refusal;
      return event!;
    },
  }),
);
