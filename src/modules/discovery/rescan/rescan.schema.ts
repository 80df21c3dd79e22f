// The GraphQL mutations that scan one or several hosts again.
import { builder } from '../../../graphql/builder';
import { list } from '../../../graphql/plugin/bounds';
import { bounds, startRescans } from './rescan.actions';

builder.mutationField('rescanHosts', (t) =>
  t.prismaField({
    type: ['DiscoverySession'],
    description:
      'Starts a run over these hosts alone, at their addresses: one session for each daemon that saw them last, or else has an interface in a subnet of theirs. A host that no daemon reaches: `rescan_no_daemon`; a daemon that has such a run already: `discovery_session_active`.',
    authScopes: { action: 'rescanHosts' },
    args: {
      ids: t.arg({
        type: ['UUID'],
        required: true,
        ...list(bounds.hosts),
        description: `Ids of the hosts, at most ${bounds.hosts}.`,
      }),
    },
    resolve: (query, _root, { ids }, { db }) =>
      db.$transaction(async (tx) => {
        const sessions = await startRescans(tx, ids);
        return tx.discoverySession.findMany({
          ...query,
          where: { id: { in: sessions } },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        });
      }),
  }),
);

builder.mutationField('rescanHost', (t) =>
  t.prismaField({
    type: 'DiscoverySession',
    description:
      'Starts a run over one host alone, at its addresses, by the daemon that saw it last or else has an interface in a subnet of it. No daemon reaches it: `rescan_no_daemon`; the daemon has such a run already: `discovery_session_active`.',
    authScopes: { action: 'rescanHosts' },
    args: { id: t.arg({ type: 'UUID', required: true, description: 'Id of the host.' }) },
    resolve: (query, _root, { id }, { db }) =>
      db.$transaction(async (tx) => {
        const [session] = await startRescans(tx, [id]);
        return tx.discoverySession.findUniqueOrThrow({ ...query, where: { id: session! } });
      }),
  }),
);
