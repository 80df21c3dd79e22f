// Snapshots in GraphQL: one instant of one network, kept; type, list, getter.
import { builder } from '../../graphql/builder';
import { baseFields } from '../../graphql/common-fields';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';
import { userRelation } from '../../graphql/user-relation';

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
