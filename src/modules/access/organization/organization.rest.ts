// REST routes of the caller's organization. `organization.rest.graphql` has the GraphQL documents that are not
// generated.
import {
  GetOrganizationDocument,
  ResetOrganizationDocument,
  SetOrganizationApiAccessDocument,
  SetOrganizationSecondFactorDocument,
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
  route('put', '/organizations/:id/second-factor', SetOrganizationSecondFactorDocument, {
    action: 'setOrganizationSecondFactor',
  }),
];
