// The graph of a saved view in GraphQL: of its topology and instant, folded and filtered as it was saved.
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { rowKey } from '../../../graphql/node/node-ids';
import { contextOfKey } from '../../../graphql/node/rows';
import type { SavedView, Topology } from '../../../generated/prisma/client';
import { keyOfView } from '../answers/graph-keys';
import { atInstantOf, drawnRow, type DrawnRow } from '../answers/graph-of-topology';
import { optionalEdgeTypes } from '../graph/options';
import { filtersOf } from '../graph/view-filters';
import { drawTopology, graphRef, type DrawnGraph } from '../schema/topology-graph.schema';
import type { ViewState } from './saved-view-state.schema';

const drawn = { ...drawnRow, options: true } as const;
/** What of a saved view decides its graph. */
export const drawnView = {
  ...{ id: true, networkId: true, topologyId: true, view: true, shownAt: true, state: true },
  topology: { select: drawn },
} as const;
type DrawnTopology = DrawnRow & Pick<Topology, 'options'>;
export type DrawnView = Pick<SavedView, 'id' | 'networkId' | 'topologyId' | 'view' | 'shownAt' | 'state'> & {
  readonly topology: DrawnTopology | null;
};

/** Null where the topology is not there. The context is that of the row. */
export async function drawView(row: DrawnView, context: GraphqlContext): Promise<DrawnGraph | null> {
  const shown = await contextShown(row, context);
  const topology =
    shown === context
      ? row.topology
      : await shown.db.topology.findUnique({ where: { id: row.topologyId }, select: drawn });
  if (!topology) return null;
  const { view } = row;
  const state = row.state as ViewState;
  const graph = await atInstantOf(topology, shown, async (own) => {
    const { at } = own;
    const { detail } = state;
    const optional = optionalEdgeTypes.filter((kind) => state.edgeTypes?.includes(kind));
    const given = { topologyId: topology.id, view, detail, optionalEdgeTypes: optional, at, rowsAt: at };
    const whole = await drawTopology(topology, keyOfView(rowKey(row.id, context.at), given), own);
    return { ...whole, drawing: { ...whole.drawing, filters: filtersOf(state, view, whole.saved) } };
  });
  if (shown !== context && !topology.snapshot) context.instants.pin(graph, shown);
  return graph;
}

/** Of the instant that the view shows; one that has not come yet is that of the request. */
async function contextShown({ shownAt, networkId }: DrawnView, context: GraphqlContext): Promise<GraphqlContext> {
  if (!shownAt) return context;
  const subjects = [{ model: 'Network', id: networkId }];
  return (await contextOfKey(context, { at: shownAt, field: 'shownAt', subjects })) ?? context;
}

builder.prismaObjectField('SavedView', 'graph', (t) =>
  t.field({
    type: graphRef,
    nullable: true,
    description:
      'Its graph: as of `shownAt`, folded by `state.detail`, without what the filters of `state` hide. Freshness is not filtered, closed boxes have their content, and folds count what filters hide. Null if the topology is missing at the instant.',
    select: drawnView,
    resolve: (row, _args, context: GraphqlContext) => drawView(row, context),
  }),
);
