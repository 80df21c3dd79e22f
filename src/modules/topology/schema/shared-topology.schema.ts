// The topology of a public share, as its visitors see it.
import { AppError } from '../../../errors';
import type { Topology } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';
import { enumRef } from '../../../graphql/enums';
import { shareVisitRef, type ShareVisit } from '../../access';
import { topologyViews, type View } from '../graph/options';
import { graphOfTopology } from '../answers/graph-of-topology';
import { drawnViewsRef } from './topology-data.schema';
import { completeOptions, type StoredOptions } from '../options';
import { optionsRef } from './topology.schema';

const sharedTopologyRef = builder.objectRef<Topology>('SharedTopology').implement({
  description: 'The topology of a share, as visitors see it.',
  fields: (t) => ({
    topologyId: t.expose('id', { type: 'UUID', description: idText }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    networkId: t.expose('networkId', { type: 'UUID' }),
    snapshotId: t.expose('snapshotId', { type: 'UUID', nullable: true }),
    options: t.field({
      type: optionsRef,
      description: 'Options, completed with defaults.',
      resolve: ({ id, options }) => completeOptions(id, options as StoredOptions),
    }),
  }),
});

const topologyOf = async ({ share, db }: ShareVisit) => {
  const include = { snapshot: { select: { takenAt: true } } };
  const topology = await db.topology.findUnique({ where: { id: share.topologyId }, include });
  // The share and its topology were deleted while the request was running.
  if (!topology) throw new AppError('entity_not_found', { entity: 'Share', id: share.id });
  return topology;
};

builder.objectFields(shareVisitRef, (t) => ({
  topology: t.field({ type: sharedTopologyRef, description: 'The shared topology.', resolve: topologyOf }),
  graph: t.field({
    type: drawnViewsRef,
    description:
      'Shared views of the graph, of a pinned topology as its snapshot keeps it. A view that is not shared: `entity_access_denied`. `availableViews` lists the shared views with data.',
    args: { view: t.arg({ type: enumRef('TopologyView'), description: 'Only this view.' }) },
    complexity: { field: 100 },
    resolve: async (visit, { view }, context) => {
      const { enabledViews, id } = visit.share;
      // An empty list `enabledViews` shares all views.
      const sharedViews: readonly View[] = enabledViews.length > 0 ? enabledViews : topologyViews;
      const isShared = (one: View) => sharedViews.includes(one);
      if (view && !isShared(view)) throw new AppError('entity_access_denied', { entity: 'Share', id });
      const topology = await topologyOf(visit);
      const { request } = completeOptions(topology.id, topology.options as StoredOptions);
      const sql = visit.sql(topology.snapshot?.takenAt);
      const network = await graphOfTopology({ ...context, sql }, topology, request);
      return { network, views: view ? [view] : sharedViews, isShown: isShared };
    },
  }),
}));
