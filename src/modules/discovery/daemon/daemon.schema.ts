// Daemons in GraphQL: the agents that discover a network from inside; type, list, getter.
import { builder } from '../../../graphql/builder';
import { baseFields, idsThrough, listThrough, tagFields } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { anyOfTags } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { userRelation } from '../../access';
import { versionStatusOf } from '../protocol/daemon-version';
import { versionStatusRef } from './daemon-version.schema';

const bySubnet = [{ subnetId: 'asc' }];

builder.prismaObject('Daemon', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...tagFields(t, 'Daemon'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    userId: t.expose('userId', { type: 'UUID', nullable: true }),
    user: userRelation(t, 'user', 'User who maintains the daemon; null after that user is deleted.'),
    apiKeyId: t.expose('apiKeyId', { type: 'UUID', nullable: true }),
    apiKey: t.relation('apiKey', { nullable: true }),
    name: t.exposeString('name'),
    mode: t.expose('mode', { type: enumRef('DaemonMode') }),
    url: t.exposeString('url'),
    version: t.exposeString('version', { nullable: true }),
    versionStatus: t.field({
      type: versionStatusRef,
      select: { version: true },
      resolve: ({ version }) => versionStatusOf(version),
    }),
    lastSeen: t.expose('lastSeen', { type: 'DateTime', nullable: true }),
    isUnreachable: t.exposeBoolean('isUnreachable'),
    standby: t.exposeBoolean('standby'),
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when the daemon may have the credentials of its network: provisioned then, or confirmed by a user. Null: it gets none.',
    }),
    interfacedSubnetIds: idsThrough(t, 'interfacedSubnets', 'subnetId', { orderBy: bySubnet }),
    interfacedSubnets: listThrough(t, 'Daemon', 'interfacedSubnets', 'subnet', {
      description: 'Subnets that the daemon has an interface in.',
      orderBy: bySubnet,
    }),
    discoveries: relatedList(t, 'discoveries', 'Daemon'),
    discoverySessions: relatedList(t, 'discoverySessions', 'Daemon'),
  }),
});

defineList('Daemon', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'userId',
      'apiKeyId',
      'name',
      'mode',
      'url',
      'version',
      'lastSeen',
      'isUnreachable',
      'standby',
      'createdAt',
      'updatedAt',
    ],
    relations: {
      network: true,
      host: true,
      discoveries: true,
      interfacedSubnets: ['interfacedSubnets', 'subnet'],
      tags: ['tagAssignments', 'tag'],
    },
    computed: { tagIds: anyOfTags },
  },
  order: ['name', 'lastSeen', 'networkId', 'mode', 'version', 'createdAt', 'updatedAt'],
});
defineRootList('daemons', 'Daemon', { description: 'Daemons, oldest first by default.' });
defineGetter('daemon', 'Daemon');
