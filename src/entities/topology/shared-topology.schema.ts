// The topology behind a public share, as its visitors see it.
import type { Topology } from '../../generated/prisma/client';
import { builder } from '../../graphql/builder';
import { shareVisitRef } from '../../graphql/share-visit';
import { completeOptions, type StoredOptions } from './topology-options';
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

builder.objectField(shareVisitRef, 'topology', (t) =>
  t.field({
    type: sharedTopologyRef,
    description: 'The topology that is shared.',
    resolve: ({ share, db }) => db.topology.findUniqueOrThrow({ where: { id: share.topologyId } }),
  }),
);
