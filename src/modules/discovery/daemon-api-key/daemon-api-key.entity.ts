// Declares the entity DaemonApiKey: the conflict errors (409) of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

const keyUsed = { entity_in_use: 'a daemon uses the key.' };

export const daemonApiKeyManifest = defineEntity('DaemonApiKey', {
  conflicts: {
    deleteDaemonApiKey: keyUsed,
    deleteDaemonApiKeys: keyUsed,
  },
});
