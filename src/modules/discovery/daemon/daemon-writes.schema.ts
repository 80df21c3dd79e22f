// What users do with daemons in GraphQL: provision, try again to reach, delete.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { userOf } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { text } from '../../../graphql/plugin/bounds';
import { defineDeletes } from '../../../graphql/deletes';
import { requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { daemonFieldHelp, urlBounds } from './daemon.fields';
import { provisionDaemon } from './daemon-provision';

const provisionInput = builder.inputType('ProvisionDaemonInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    networkId: t.field({ type: 'UUID', required: true }),
    url: t.string({
      ...urlBounds,
      required: true,
      description: 'Where the server will reach it: http or https, at most 2000 characters.',
    }),
  }),
});

const provisionResult = builder.objectRef<{ id: string; token: string }>('ProvisionDaemonResult').implement({
  description: 'A new daemon and the token of its key.',
  fields: (t) => ({
    daemon: t.prismaField({
      type: getRefFromModel('Daemon', builder) as never,
      resolve: (query: object, { id }: { id: string }, _args, { db }) =>
        requireVisible(db, 'Daemon', id, query) as never,
    }),
    daemonApiKey: t.exposeString('token', { description: 'The token. Shown here and never again.' }),
  }),
});

builder.mutationField('provisionDaemon', (t) =>
  t.field({
    type: provisionResult,
    description:
      'Makes a daemon that the server polls, with a host named after it, a key of its own, and a weekly discovery that starts at once.',
    authScopes: { action: 'provisionDaemon' },
    args: { input: t.arg({ type: provisionInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return provisionDaemon(db, userOf(viewer), input);
    },
  }),
);

builder.mutationField('retryDaemonConnection', (t) =>
  t.prismaField({
    type: 'Daemon',
    description: 'Lets the server try again to reach a daemon that it has given up.',
    authScopes: { action: 'retryDaemonConnection' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) =>
      updateVisible(db, 'Daemon', id, { isUnreachable: false, pollFailures: 0 }, { query }),
  }),
);

defineDeletes('Daemon', { effect: 'with its discoveries and their runs' });
