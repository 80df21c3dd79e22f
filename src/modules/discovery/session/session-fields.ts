// GraphQL fields of a running session that two types share: the type for users, and the type for the daemon that runs
// the session.
import { enumRef } from '../../../graphql/enums';
import { discoveryTypeField } from '../discovery-type';

/**
 * The methods of Pothos's field builder that this file calls. Pothos's own builder type is different for each of the
 * two GraphQL types that have these fields.
 */
interface Fields {
  expose(name: string, options: object): never;
  relation(name: string): never;
}

const time = { type: 'DateTime', nullable: true };
const optionalText = { type: 'String', nullable: true };

export const sessionFields = (input: object) => {
  const t = input as Fields;
  return {
    id: t.expose('id', { type: 'UUID', description: 'Id of the discovery session.' }),
    sessionId: t.expose('sessionId', {
      type: 'UUID',
      description: 'Id under which its daemon reports it; unique in its network, and that of the record of the run.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    discoveryId: t.expose('discoveryId', { type: 'UUID' }),
    discovery: t.relation('discovery'),
    daemonId: t.expose('daemonId', { type: 'UUID' }),
    daemon: t.relation('daemon'),
    phase: t.expose('phase', { type: enumRef('DiscoveryPhase') }),
    ...discoveryTypeField(t),
    progress: t.expose('progress', {
      type: 'Int',
      description: 'Progress in percent, 0 to 100; at most 99 until the run has ended.',
    }),
    stage: t.expose('stage', {
      type: enumRef('DiscoveryStage'),
      nullable: true,
      description: 'Stage that is pending or running, for a daemon that runs a job in stages.',
    }),
    reason: t.expose('reason', optionalText),
    error: t.expose('error', optionalText),
    warnings: t.expose('warnings', { type: ['String'] }),
    hostsDiscovered: t.expose('hostsDiscovered', { type: 'Int' }),
    estimatedRemainingSecs: t.expose('estimatedRemainingSecs', {
      type: 'Int',
      nullable: true,
      description: 'Estimated remaining time in seconds.',
    }),
    startedAt: t.expose('startedAt', time),
    lastUpdateAt: t.expose('lastUpdateAt', time),
    finishedAt: t.expose('finishedAt', time),
    daemonVersion: t.expose('daemonVersion', optionalText),
  };
};
