// REST routes of the caller's organization.
import {
  GetOrganizationDocument,
  ResetOrganizationDocument,
  SetOrganizationApiAccessDocument,
  UpdateOrgNameDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

export const organizationRoutes = [
  route('get', '/organizations', GetOrganizationDocument),
  route('put', '/organizations/:id', UpdateOrgNameDocument, { body: 'name' }),
  route('post', '/organizations/:id/reset', ResetOrganizationDocument),
  route('put', '/organizations/:id/api-access', SetOrganizationApiAccessDocument, {
    action: 'setOrganizationApiAccess',
  }),
];
