// REST routes of invites. Accepting one sets cookies and is in src/modules/access/invite/invite.pages.ts.
// GraphQL documents that are not generated: `invite.rest.graphql`.
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
