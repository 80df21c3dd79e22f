// The topology behind a public share, as its visitors see it.
import { AppError } from '../../../errors';
import type { Topology } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { shareVisitRef, type ShareVisit } from '../../access';
import { topologyViews, type View } from '../graph/options';
import { drawTopology } from '../answers/graph-of-topology';
import { drawnViewsRef } from './topology-data.schema';
import { completeOptions, type StoredOptions } from '../options';
import { optionsRef } from './topology.schema';

const sharedTopologyRef = builder.objectRef<Topology>('SharedTopology').implement({
  description: 'A topology as visitors of a share see it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    networkId: t.expose('networkId', { type: 'UUID' }),
    snapshotId: t.expose('snapshotId', { type: 'UUID', nullable: true }),
    options: t.field({
      type: optionsRef,
      description: 'The options, completed by the defaults.',
      resolve: ({ id, options }) => completeOptions(id, options as StoredOptions),
    }),
  }),
});

const topologyOf = async ({ share, db }: ShareVisit) => {
  const include = { snapshot: { select: { takenAt: true } } };
  const topology = await db.topology.findUnique({ where: { id: share.topologyId }, include });
  // With its topology goes the share.
  if (!topology) throw new AppError('entity_not_found', { entity: 'Share', id: share.id });
  return topology;
};

builder.objectFields(shareVisitRef, (t) => ({
  topology: t.field({ type: sharedTopologyRef, description: 'The topology that is shared.', resolve: topologyOf }),
  graph: t.field({
    type: drawnViewsRef,
    description:
      "Views of the topology's graph, of a pinned one as its snapshot keeps it: those of the share, or the one that is " +
      'asked for. A view that is not shared: `entity_access_denied`. Its `availableViews` are those of the share that ' +
      'have something to show.',
    args: { view: t.arg({ type: enumRef('TopologyView'), description: 'Nodes and edges of this view only.' }) },
    complexity: { field: 100 },
    resolve: async (visit, { view }, context) => {
      const { enabledViews, id } = visit.share;
      // An empty list shows all views that have data.
      const shared: readonly View[] = enabledViews.length > 0 ? enabledViews : topologyViews;
      const isShared = (one: View) => shared.includes(one);
      if (view && !isShared(view)) throw new AppError('entity_access_denied', { entity: 'Share', id });
      const topology = await topologyOf(visit);
      const { request } = completeOptions(topology.id, topology.options as StoredOptions);
      const sql = visit.sql(topology.snapshot?.takenAt);
      const network = await drawTopology({ ...context, sql }, topology, request);
      return { network, views: view ? [view] : shared, isShown: isShared };
    },
  }),
}));
