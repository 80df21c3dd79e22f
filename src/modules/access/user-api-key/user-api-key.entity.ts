// Declares API keys of users as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const userApiKeyManifest = defineEntity('UserApiKey', {
  parts: ['UserApiKeyNetwork'],
  constraints: {
    user_api_key_networks_pkey: ['networkId'],
  },
});
