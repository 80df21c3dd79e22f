// Declares the entity Daemon: the models that belong to it, and its unique constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const daemonManifest = defineEntity('Daemon', {
  parts: ['DaemonSubnet', 'DaemonPoll', 'DaemonAlert'],
  constraints: {
    daemon_subnets_pkey: ['subnetId'],
    daemon_polls_pkey: ['daemonId'],
    daemon_alerts_pkey: ['daemonId'],
  },
});
