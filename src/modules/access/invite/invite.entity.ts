// Declares invites as an entity: the model for an invite's networks with its unique constraint, and conflict errors
// (409).
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
