// The GraphQL subscription to the progress of discovery: each session that begins, progresses or ends.
import { discoveryTypeField } from '../discovery-type';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { openStream } from '../../../graphql/streams/event-streams';
import { credentialResults, resultsOf } from './credential-run-results.schema';
import { groupsOf, warningGroups } from '../runs/run-warnings.schema';
import { sessionChanges, type SessionState } from './session-changes.sql';

const progressRef = builder.objectRef<SessionState>('DiscoveryProgress').implement({
  description: 'State of a discovery session that is active or has just ended.',
  fields: (t) => ({
    sessionId: t.expose('sessionId', { type: 'UUID' }),
    discoveryId: t.expose('discoveryId', { type: 'UUID' }),
    daemonId: t.expose('daemonId', { type: 'UUID' }),
    networkId: t.expose('networkId', { type: 'UUID' }),
    phase: t.expose('phase', { type: enumRef('DiscoveryPhase') }),
    ...discoveryTypeField(t),
    progress: t.exposeInt('progress', {
      description: 'Progress in percent, 0 to 100; at most 99 until the run has ended.',
    }),
    reason: t.exposeString('reason', { nullable: true }),
    error: t.exposeString('error', { nullable: true }),
    warnings: t.exposeStringList('warnings'),
    warningGroups: t.field({ ...warningGroups, resolve: groupsOf }),
    credentialResults: t.field({ ...credentialResults, resolve: resultsOf }),
    hostsDiscovered: t.exposeInt('hostsDiscovered'),
    estimatedRemainingSecs: t.exposeInt('estimatedRemainingSecs', {
      nullable: true,
      description: 'Estimated remaining time in seconds.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    lastUpdateAt: t.expose('lastUpdateAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    daemonVersion: t.exposeString('daemonVersion', { nullable: true }),
  }),
});

builder.subscriptionField('discoveryProgress', (t) =>
  t.field({
    type: progressRef,
    description:
      'Sends each discovery session that starts, progresses or ends. A session cancelled before its daemon took it ends as Cancelled. Open to sessions only; ends with the session or the access to the network.',
    args: { networkId: t.arg({ type: 'UUID', description: 'Id of a network; left out: all accessible networks.' }) },
    subscribe: (_root, { networkId }, context) =>
      openStream(context, { poll: context.streams.pollOf(sessionChanges), networkId }),
    resolve: ({ session }) => session,
  }),
);
