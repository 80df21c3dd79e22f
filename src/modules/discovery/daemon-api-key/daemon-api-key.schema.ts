// Daemon API keys in GraphQL: type, list, create, update, rotate, delete.
import { builder } from '../../../graphql/builder';
import { baseFields, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { anyOfTags } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import {
  changedKeyInputFields,
  keyColumns,
  createdKeyRef,
  defineKeyRotation,
  keyFields,
  newKeyInputFields,
  withoutNulls,
} from '../../access';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { notNull } from '../../../graphql/plugin/bounds';
import { changeDaemonKey, createDaemonKey } from './daemon-api-key.actions';
import { resealDaemonKey } from '../poll-rows';

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
      description: 'Id of the daemon that uses the key; the first if several do.',
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
  description: 'Daemon API keys, oldest first by default.',
});
defineGetter('daemonApiKey', 'DaemonApiKey');

const createInput = builder.inputType('CreateDaemonApiKeyInput', {
  fields: (t) => ({
    ...newKeyInputFields(t),
    networkId: t.field({
      type: 'UUID',
      required: true,
      description: 'Id of the network that a daemon with this key can access.',
    }),
  }),
});
const updateInput = builder.inputType('UpdateDaemonApiKeyInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    ...changedKeyInputFields(t),
    networkId: t.field({
      type: 'UUID',
      ...notNull(),
      description: 'Id of its network. Cannot be changed while a daemon uses the key: `entity_in_use`.',
    }),
  }),
});

builder.mutationField('createDaemonApiKey', (t) =>
  t.field({
    type: createdKeyRef('DaemonApiKey'),
    authScopes: { action: 'createDaemonApiKey' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { name, networkId, tagIds } = input;
      const fields = { ...keyColumns(withoutNulls(input)), name, networkId };
      return createDaemonKey(db, viewer, fields, tagIds ?? []);
    },
  }),
);

builder.mutationField('updateDaemonApiKey', (t) =>
  t.prismaField({
    type: 'DaemonApiKey',
    authScopes: { action: 'updateDaemonApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'DaemonApiKey', id, { select: { id: true } });
      requireScope(viewer, input);
      const { networkId, tagIds, expectedUpdatedAt } = input;
      const fields = { ...keyColumns(input), ...(networkId && { networkId }) };
      await changeDaemonKey(db, viewer, id, fields, tagIds ?? undefined, expectedUpdatedAt);
      return requireVisible(db, 'DaemonApiKey', id, query);
    },
  }),
);

defineKeyRotation('DaemonApiKey', 'daemon', (tx, key, { secretBox }) => resealDaemonKey(tx, secretBox, key));
defineDeletes('DaemonApiKey', {
  effect: 'It is invalid at once. A key that a daemon uses cannot be deleted.',
  inUseThrough: 'daemons',
});
