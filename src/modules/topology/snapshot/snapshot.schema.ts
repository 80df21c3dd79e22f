// Snapshots in GraphQL: one instant of one network, kept; type, list, getter, mutations.
import { builder } from '../../../graphql/builder';
import { baseFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { userRelation } from '../../access';
import { requireVisible } from '../../../data/tenancy/rows';
import { takeSnapshot } from './snapshot.actions';

builder.prismaObject('Snapshot', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    takenAt: t.expose('takenAt', { type: 'DateTime', description: 'The instant that the snapshot keeps.' }),
    createdByUserId: t.expose('createdByUserId', { type: 'UUID', nullable: true }),
    createdByUser: userRelation(t, 'createdByUser', 'Who took it; null once that user is gone.'),
    topology: t.relation('topology', { nullable: true, description: 'The topology row pinned to this instant.' }),
  }),
});

defineList('Snapshot', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'takenAt', 'createdByUserId', 'createdAt', 'updatedAt'],
    relations: { network: true, topology: true },
  },
  order: ['takenAt', 'createdAt', 'updatedAt'],
});
defineRootList('snapshots', 'Snapshot', { description: 'Snapshots, oldest first unless ordered otherwise.' });
defineGetter('snapshot', 'Snapshot');

const createInput = builder.inputType('CreateSnapshotInput', {
  fields: (t) => ({ networkId: t.field({ type: 'UUID', required: true, description: 'The network to keep.' }) }),
});

builder.mutationField('createSnapshot', (t) =>
  t.prismaField({
    type: 'Snapshot',
    description:
      'Keeps the network as it is now, and makes a topology row pinned to that instant, with the options of the live ' +
      'one. Takes as long for a large network as for a small one. Whoever is writing is waited for, for 5 seconds at ' +
      'most, and kept waiting by nothing; where one goes on longer, `takenAt` is the last moment before its first change. ' +
      'Network out of reach: `entity_access_denied`.',
    authScopes: { action: 'createSnapshot' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, context) =>
      requireVisible(context.db, 'Snapshot', await takeSnapshot(context, input.networkId), query),
  }),
);

defineDeletes('Snapshot', { effect: 'with its pinned topology row and the shares of that' });
