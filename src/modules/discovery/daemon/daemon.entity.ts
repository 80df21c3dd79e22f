// Declares daemons as an entity: models of its parts, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const daemonManifest = defineEntity('Daemon', {
  parts: ['DaemonSubnet', 'DaemonPoll', 'DaemonAlert'],
  constraints: {
    daemon_subnets_pkey: ['subnetId'],
    daemon_polls_pkey: ['daemonId'],
    daemon_alerts_pkey: ['daemonId'],
  },
});
