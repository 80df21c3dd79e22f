// Declares invites as an entity: models of its parts, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const inviteManifest = defineEntity('Invite', {
  parts: ['InviteNetwork'],
  constraints: {
    invite_networks_pkey: ['networkId'],
  },
  conflicts: {
    createInvite: { entity_already_exists: 'the invited person has an account.' },
  },
});
