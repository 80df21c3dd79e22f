// The manifest of API keys of users: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const userApiKeyManifest = defineEntity('UserApiKey', {
  parts: ['UserApiKeyNetwork'],
  constraints: {
    user_api_key_networks_pkey: ['networkId'],
  },
});
