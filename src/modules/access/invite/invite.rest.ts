// REST routes of invites, except for the link that an invited person opens. Its response sets a cookie, so
// src/modules/access/invite/invite.pages.ts handles it.
import {
  CreateInviteDocument,
  GetInviteDocument,
  GetInvitesDocument,
  RevokeInviteDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

export const inviteRoutes = [
  route('get', '/invites', GetInvitesDocument),
  route('post', '/invites', CreateInviteDocument),
  route('get', '/invites/:id', GetInviteDocument),
  route('delete', '/invites/:id/revoke', RevokeInviteDocument),
];
