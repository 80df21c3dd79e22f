// Declares the entity DiscoverySession: its unique constraints, and the conflict errors (409) of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const discoverySessionManifest = defineEntity('DiscoverySession', {
  constraints: {
    discovery_sessions_network_id_session_id_key: ['sessionId', 'networkId'],
    discovery_sessions_discovery_id_key: ['discoveryId'],
  },
  conflicts: {
    startDiscoverySession: { discovery_session_active: 'a session of the discovery is active; `id` is its id.' },
    rescanHost: {
      rescan_no_daemon: 'no daemon that can scan single hosts reaches the host.',
      discovery_session_active: 'the daemon has a run over single hosts already; `id` is its id.',
    },
    cancelDiscoverySession: { discovery_session_starting: 'the session is being handed to a daemon; try again.' },
    reportDiscoverySession: { discovery_session_active: 'another session of the discovery is active.' },
  },
});
