// Builds the graph of a saved view: the graph of its topology at the view's instant, with the view's folds and filters.
import type { SavedView, Topology } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { rowKey } from '../../../graphql/node/node-ids';
import { contextOfKey } from '../../../graphql/node/rows';
import type { Detail } from '../graph/folding/detail';
import { optionalEdgeTypes } from '../graph/options';
import { mergeFilters, type ChosenFilters } from '../graph/view-filters';
import { drawTopology, type DrawnGraph } from './draw-topology';
import { keyOfView } from './graph-keys';
import { readAtSnapshot, drawnRow, type DrawnRow } from './graph-of-topology';

const drawnColumns = { ...drawnRow, options: true } as const;
/** The columns of a saved view that determine its graph. */
export const drawnView = {
  ...{ id: true, networkId: true, topologyId: true, view: true, shownAt: true, state: true },
  topology: { select: drawnColumns },
} as const;
/** The parts of a saved view's state on which its graph depends. */
interface DrawnState extends ChosenFilters {
  readonly detail?: Detail | null;
}
type DrawnTopology = DrawnRow & Pick<Topology, 'options'>;
export type DrawnView = Pick<SavedView, 'id' | 'networkId' | 'topologyId' | 'view' | 'shownAt' | 'state'> & {
  readonly topology: DrawnTopology | null;
};

/** The graph of a saved view; null if its topology was deleted. `context` must be the one with which `row` was read. */
export async function drawView(row: DrawnView, context: GraphqlContext): Promise<DrawnGraph | null> {
  const shownContext = await contextShown(row, context);
  const topology =
    shownContext === context
      ? row.topology
      : await shownContext.db.topology.findUnique({ where: { id: row.topologyId }, select: drawnColumns });
  if (!topology) return null;
  const { view } = row;
  const state = row.state as DrawnState;
  const graph = await readAtSnapshot(topology, shownContext, async (ownContext) => {
    const { at } = ownContext;
    const { detail } = state;
    const optional = optionalEdgeTypes.filter((kind) => state.edgeTypes?.includes(kind));
    const request = { topologyId: topology.id, view, detail, optionalEdgeTypes: optional, at, rowsAt: at };
    const whole = await drawTopology(topology, keyOfView(rowKey(row.id, context.at), request), ownContext);
    return { ...whole, drawing: { ...whole.drawing, filters: mergeFilters(state, view, whole.savedOptions) } };
  });
  if (shownContext !== context && !topology.snapshot) context.instants.pin(graph, shownContext);
  return graph;
}

/** The request context at the instant that a saved view shows. A future instant means the instant of the request. */
async function contextShown({ shownAt, networkId }: DrawnView, context: GraphqlContext): Promise<GraphqlContext> {
  if (!shownAt) return context;
  const subjects = [{ model: 'Network', id: networkId }];
  return (await contextOfKey(context, { at: shownAt, field: 'shownAt', subjects })) ?? context;
}
