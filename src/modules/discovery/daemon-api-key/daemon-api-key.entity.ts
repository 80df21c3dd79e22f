// The manifest of API keys of daemons: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

const keyUsed = { entity_in_use: 'a daemon uses the key.' };

export const daemonApiKeyManifest = defineEntity('DaemonApiKey', {
  conflicts: {
    deleteDaemonApiKey: keyUsed,
    deleteDaemonApiKeys: keyUsed,
  },
});
