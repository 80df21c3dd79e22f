// Declares API keys of users as an entity: its parts, unique constraints, and conflicts of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const userApiKeyManifest = defineEntity('UserApiKey', {
  parts: ['UserApiKeyNetwork'],
  constraints: {
    user_api_key_networks_pkey: ['networkId'],
  },
});
