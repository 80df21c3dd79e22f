// GraphQL type, queries and mutations of discovery sessions, which are discovery runs in progress.
import { credentialResults, resultsOf } from './credential-run-results.schema';
import { groupsOf, warningGroups } from '../runs/run-warnings.schema';
import { cancelSession } from '../runs/cancel-session';
import { sessionNamed, startSession } from '../runs/sessions';
import { AppError } from '../../../errors';
import type { DiscoverySession } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { sessionFields } from './session-fields';

const atMost = 1000;

builder.prismaObject('DiscoverySession', { select: { id: true }, fields: sessionFields });

builder.prismaObjectFields('DiscoverySession', (t) => ({
  credentialResults: t.field({ ...credentialResults, select: { credentialResults: true }, resolve: resultsOf }),
  warningGroups: t.field({ ...warningGroups, select: { warnings: true }, resolve: groupsOf }),
}));

defineList('DiscoverySession', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'discoveryId', 'daemonId', 'phase', 'progress', 'startedAt', 'createdAt', 'updatedAt'],
    relations: { network: true, discovery: true, daemon: true },
  },
  order: ['phase', 'progress', 'startedAt', 'createdAt', 'updatedAt'],
});
defineRootList('discoverySessions', 'DiscoverySession', { description: 'Active discovery sessions, oldest first.' });

builder.queryField('activeDiscoverySessions', (t) =>
  t.prismaField({
    type: ['DiscoverySession'],
    description: `All active discovery sessions, oldest first, without paging: at most ${atMost}, one per discovery.`,
    resolve: (query, _root, _args, { db }) =>
      db.discoverySession.findMany({ ...query, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: atMost }),
  }),
);

builder.queryField('discoverySession', (t) =>
  t.prismaField({
    type: 'DiscoverySession',
    nullable: true,
    description: 'One active discovery session. Ended, missing or not accessible: `discovery_session_not_found`.',
    args: {
      id: t.arg({
        type: 'UUID',
        required: true,
        description: 'Id of the session, or the one under which its daemon reports it.',
      }),
    },
    resolve: async (query, _root, { id }, { db }) => {
      const session = await sessionNamed<DiscoverySession>(db, id, query);
      if (!session) throw new AppError('discovery_session_not_found', { id });
      return session;
    },
  }),
);

builder.mutationField('startDiscoverySession', (t) =>
  t.prismaField({
    type: 'DiscoverySession',
    description:
      'Starts a run of a discovery: Pending, or Queued behind another run of its daemon. If a run is active: `discovery_session_active`.',
    authScopes: { action: 'startDiscoverySession' },
    args: { discoveryId: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { discoveryId }, { db }) =>
      db.$transaction(async (tx) => {
        const id = await startSession(tx, discoveryId);
        return tx.discoverySession.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
);

builder.mutationField('cancelDiscoverySession', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Cancels a session and returns its id. A waiting session is removed, an active one ends when its daemon is informed, an ended one stays. Being handed to the daemon: `discovery_session_starting`; missing or not accessible: `discovery_session_not_found`.',
    authScopes: { action: 'cancelDiscoverySession' },
    args: {
      id: t.arg({
        type: 'UUID',
        required: true,
        description: 'Id of the discovery session, or the one under which its daemon reports it.',
      }),
    },
    resolve: async (_root, { id }, { db }) => {
      await cancelSession(db, id);
      return id;
    },
  }),
);
