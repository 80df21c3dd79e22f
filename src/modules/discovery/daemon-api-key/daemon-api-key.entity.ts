// Declares API keys of daemons as an entity: models of its parts, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

const keyUsed = { entity_in_use: 'a daemon uses the key.' };

export const daemonApiKeyManifest = defineEntity('DaemonApiKey', {
  conflicts: {
    deleteDaemonApiKey: keyUsed,
    deleteDaemonApiKeys: keyUsed,
  },
});
