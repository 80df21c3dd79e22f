// Declares the entity Discovery: its unique constraints, and the conflict errors (409) of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

const isRunning = { entity_in_use: 'a session of the discovery is active.' };

export const discoveryManifest = defineEntity('Discovery', {
  constraints: {
    discoveries_network_id_session_id_key: ['sessionId', 'networkId'],
  },
  conflicts: {
    deleteDiscovery: isRunning,
    deleteDiscoveries: isRunning,
  },
});
