// GraphQL mutations of users on daemons: provision, update, confirm, retry the connection, delete.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { userOf } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { notNull, text } from '../../../graphql/plugin/bounds';
import { defineDeletes } from '../../../graphql/deletes';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { tagIds } from '../../../graphql/entity/mixins';
import { daemonFieldHelp, urlBounds } from './daemon.fields';
import { retryPolls } from '../poll-rows';
import { confirmDaemon, provisionDaemon } from './daemon-provision';
import { updateDaemon } from './daemon-update';

const provisionInput = builder.inputType('ProvisionDaemonInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    networkId: t.field({ type: 'UUID', required: true }),
    url: t.string({
      ...urlBounds,
      required: true,
      description: 'URL at which the server connects to the daemon: http or https, at most 2000 characters.',
    }),
  }),
});

const provisionResult = builder.objectRef<{ id: string; token: string }>('ProvisionDaemonResult').implement({
  description: 'A new daemon and the token of its API key.',
  fields: (t) => ({
    daemon: t.prismaField({
      type: getRefFromModel('Daemon', builder),
      resolve: (query: object, { id }: { id: string }, _args, { db }) => requireVisible(db, 'Daemon', id, query),
    }),
    daemonApiKey: t.exposeString('token', {
      description: 'The token. Returned only once.',
      extensions: { isSecret: true },
    }),
  }),
});

builder.mutationField('provisionDaemon', (t) =>
  t.field({
    type: provisionResult,
    description:
      'Creates a daemon that the server polls, with its host, its API key and a weekly discovery that starts at once. An address that the server does not connect to: `outbound_address_refused`.',
    authScopes: { action: 'provisionDaemon' },
    args: { input: t.arg({ type: provisionInput, required: true }) },
    resolve: (_root, { input }, { db, viewer, ...tools }) => {
      requireScope(viewer, input);
      return provisionDaemon(db, userOf(viewer), tools, input);
    },
  }),
);

const updateInput = builder.inputType('UpdateDaemonInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    name: t.string({ ...notNull(text(1, 100)), description: daemonFieldHelp.name }),
    url: t.string({
      ...urlBounds,
      description: `${daemonFieldHelp.url} A daemon that connects to the server has none.`,
    }),
    userId: t.field({ type: 'UUID', description: 'Id of the user who maintains the daemon; null: no user.' }),
    tagIds: t.field({ type: ['UUID'], description: tagIds.description }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

builder.mutationField('updateDaemon', (t) =>
  t.prismaField({
    type: 'Daemon',
    description:
      'Updates the name, maintainer, tags and URL of a daemon. The other fields are what the daemon and the server report. An address that the server does not connect to: `outbound_address_refused`.',
    authScopes: { action: 'updateDaemon' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer, outbound }) => {
      await updateDaemon(db, viewer, outbound, id, input);
      return requireVisible(db, 'Daemon', id, query);
    },
  }),
);

builder.mutationField('retryDaemonConnection', (t) =>
  t.prismaField({
    type: 'Daemon',
    description:
      'Clears `isUnreachable`, so that the server polls the daemon again, at once. An address that the server does not connect to: `outbound_address_refused`.',
    authScopes: { action: 'retryDaemonConnection' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (query, _root, { id }, { db, outbound }) => {
      await db.$transaction((tx) => retryPolls(tx, outbound, id));
      return requireVisible(db, 'Daemon', id, query);
    },
  }),
);

builder.mutationField('confirmDaemon', (t) =>
  t.prismaField({
    type: 'Daemon',
    description:
      'Allows a daemon that was not provisioned to receive the credentials of its network, and with it every daemon with its API key. Before that they are withheld from its runs, with a warning. Once is enough.',
    authScopes: { action: 'confirmDaemon' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (query, _root, { id }, { db, viewer }) => {
      await db.$transaction((tx) => confirmDaemon(tx, viewer, id));
      return requireVisible(db, 'Daemon', id, query);
    },
  }),
);

defineDeletes('Daemon', { effect: 'Its discoveries and their runs are deleted too.' });
