// GraphQL type, queries and mutations of daemon API keys.
import { builder } from '../../../graphql/builder';
import { defineDeletes } from '../../../graphql/deletes';
import { inputColumns, buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, onUpdate } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { createdKeyRef, defineKeyRotation, keyColumns, keyField, keyInputs } from '../../access';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { changeDaemonKey, createDaemonKey } from './daemon-api-key.actions';
import { resealDaemonKey } from '../poll-rows';

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

listedEntity('DaemonApiKey', {
  mixins: ['tags'],
  fields: keyColumns,
  list: { name: 'daemonApiKeys', description: 'Daemon API keys, oldest first by default.' },
  getter: { name: 'daemonApiKey' },
  filter: { network: true, daemons: true },
  order: ['name', 'isEnabled', 'lastUsed', 'expiresAt', 'networkId'],
});

builder.prismaObjectFields('DaemonApiKey', (t) => ({
  key: keyField(t, 'daemon'),
  daemons: t.relation('daemons', { query: { orderBy: byAge } }),
  daemonsConnection: relatedList(t, 'daemons', 'DaemonApiKey', { description: 'Its daemons, page by page.' }),
  daemonId: t.field({
    type: 'UUID',
    nullable: true,
    description: 'Id of the daemon that uses the key; the first if several do.',
    select: { daemons: { orderBy: byAge, select: { id: true } } },
    resolve: ({ daemons }) => daemons[0]?.id ?? null,
  }),
}));

const inputs = {
  ...keyInputs,
  networkId: onUpdate(
    id('Id of the network that a daemon with this key can access.'),
    'Id of its network. Cannot be changed while a daemon uses the key: `entity_in_use`.',
  ),
};
const createInput = buildCreateInput('DaemonApiKey', inputs);
const updateInput = buildUpdateInput('DaemonApiKey', inputs, 'Fields left out keep their value.');

builder.mutationField('createDaemonApiKey', (t) =>
  t.field({
    type: createdKeyRef('DaemonApiKey'),
    authScopes: { action: 'createDaemonApiKey' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { name, networkId, tagIds } = input;
      const fields = { ...inputColumns('DaemonApiKey', inputs, input), name, networkId };
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
      const { tagIds, expectedUpdatedAt } = input;
      const fields = inputColumns('DaemonApiKey', inputs, input);
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
