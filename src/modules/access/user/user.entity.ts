// Declares users as an entity: the models whose rows belong to users (such as sessions), unique constraints, and
// conflict errors (409).
import { defineEntity } from '../../../data/model/entity-manifest';

const ownerStays = { entity_delete_forbidden: 'the user is the last Owner.' };

export const userManifest = defineEntity('User', {
  parts: [
    'UserNetwork',
    'Session',
    'LoginFailure',
    'EmailToken',
    'Registration',
    'Mail',
    'IdempotentAnswer',
    'OidcFlow',
    'OidcLogout',
    'SecondFactor',
    'RecoveryCode',
    'SignInChallenge',
    'Passkey',
    'PasskeyChallenge',
  ],
  constraints: {
    users_email_key: ['email'],
    users_lower_email_key: ['email'],
    users_oidc_provider_oidc_subject_key: ['oidcProvider'],
    user_networks_pkey: ['networkId'],
  },
  conflicts: {
    deleteUser: ownerStays,
    deleteUsers: ownerStays,
  },
});
