// Declares credentials as an entity: models of credential assignments, unique constraints and conflict errors (409).
import { defineEntity } from '../../../data/model/entity-manifest';

const noSecrets = { secrets_key_missing: 'the setting SECRETS_KEY is missing.' };

export const credentialManifest = defineEntity('Credential', {
  parts: ['NetworkCredential', 'HostCredential', 'WorkingCredential'],
  constraints: {
    credentials_organization_id_name_key: ['name'],
    network_credentials_pkey: ['credentialId'],
    host_credentials_pkey: ['credentialId'],
    working_credentials_pkey: ['credentialId'],
  },
  conflicts: {
    createCredential: noSecrets,
    createCredentials: noSecrets,
    updateCredential: noSecrets,
  },
});
