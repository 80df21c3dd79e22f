// Declares API keys of users as an entity: the model for a key's networks, and its unique constraint.
import { defineEntity } from '../../../data/model/entity-manifest';

export const userApiKeyManifest = defineEntity('UserApiKey', {
  parts: ['UserApiKeyNetwork'],
  constraints: {
    user_api_key_networks_pkey: ['networkId'],
  },
});
