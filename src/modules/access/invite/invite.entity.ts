// The manifest of invites: what the service knows of them beside their fields and rights.
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
