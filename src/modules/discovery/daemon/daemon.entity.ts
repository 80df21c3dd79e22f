// The manifest of daemons: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const daemonManifest = defineEntity('Daemon', {
  parts: ['DaemonSubnet', 'DaemonPoll', 'DaemonAlert'],
  constraints: {
    daemon_subnets_pkey: ['subnetId'],
    daemon_polls_pkey: ['daemonId'],
    daemon_alerts_pkey: ['daemonId'],
  },
});
