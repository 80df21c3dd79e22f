// REST routes of invites.
import { GetInviteDocument, GetInvitesDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const inviteRoutes = [
  route('get', '/invites', GetInvitesDocument),
  route('get', '/invites/:id', GetInviteDocument),
];
