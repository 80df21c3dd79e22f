// REST routes of the caller's organization. `organization.rest.graphql` has the GraphQL documents that are not
// generated.
import {
  DeleteOrganizationDocument,
  GetOrganizationDocument,
  ResetOrganizationDocument,
  SetOrganizationApiAccessDocument,
  SetOrganizationSecondFactorDocument,
  UpdateOrgNameDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

export const organizationRoutes = [
  route('get', '/organizations', GetOrganizationDocument, { ignoresPage: true }),
  route('put', '/organizations/:id', UpdateOrgNameDocument, { body: 'name' }),
  // The password is in the body of the request, because URLs are written to logs.
  route('delete', '/organizations/:id', DeleteOrganizationDocument, { hasBody: true }),
  route('post', '/organizations/:id/reset', ResetOrganizationDocument),
  route('put', '/organizations/:id/api-access', SetOrganizationApiAccessDocument, {
    action: 'setOrganizationApiAccess',
  }),
  route('put', '/organizations/:id/second-factor', SetOrganizationSecondFactorDocument, {
    action: 'setOrganizationSecondFactor',
  }),
];
