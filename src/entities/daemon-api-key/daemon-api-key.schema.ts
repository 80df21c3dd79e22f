// Daemon API keys in GraphQL: what daemons identify with; type, list, getter. The token itself is never readable.
import { builder } from '../../graphql/builder';
import { baseFields, tagFields } from '../../graphql/common-fields';
import { anyOfTags } from '../../graphql/filter';
import { defineGetter } from '../../graphql/getter';
import { keyFields } from '../../graphql/key-fields';
import { defineList, defineRootList } from '../../graphql/list';

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObject('DaemonApiKey', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...keyFields(t, 'daemon'),
    ...tagFields(t, 'DaemonApiKey'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    daemons: t.relation('daemons', { query: { orderBy: byAge } }),
    daemonId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The daemon that was provisioned with the key; the first one where several use it.',
      select: { daemons: { orderBy: byAge, select: { id: true } } },
      resolve: ({ daemons }) => daemons[0]?.id ?? null,
    }),
  }),
});

defineList('DaemonApiKey', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'name', 'isEnabled', 'expiresAt', 'lastUsed', 'createdAt', 'updatedAt'],
    relations: { network: true, daemons: true, tags: ['tagAssignments', 'tag'] },
    computed: { tagIds: anyOfTags },
  },
  order: ['name', 'isEnabled', 'lastUsed', 'expiresAt', 'networkId', 'createdAt', 'updatedAt'],
});
defineRootList('daemonApiKeys', 'DaemonApiKey', {
  description: 'Daemon API keys, oldest first unless ordered otherwise.',
});
defineGetter('daemonApiKey', 'DaemonApiKey');
