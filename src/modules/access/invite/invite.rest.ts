// REST routes of invites, with documents from `invite.rest.graphql` and generated ones. Accepting an invite sets
// cookies and is in src/modules/access/invite/invite.pages.ts.
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
