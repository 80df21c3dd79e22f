// REST routes of invites. `invite.pages.ts` handles the link that an invited person opens, because its response sets a
// cookie.
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
