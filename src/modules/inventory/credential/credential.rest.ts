// REST routes of credentials. `credential.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteCredentialsDocument,
  CreateCredentialDocument,
  DeleteCredentialDocument,
  GetAllCredentialsDocument,
  GetCredentialByIdDocument,
  UpdateCredentialDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('credential_type');

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument, { order }),
  route('post', '/credentials', CreateCredentialDocument),
  csvRoute('/credentials/export/csv', GetAllCredentialsDocument, 'ExportCredentialsCsv', { order }),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
  route('put', '/credentials/:id', UpdateCredentialDocument),
  route('delete', '/credentials/:id', DeleteCredentialDocument),
  route('post', '/credentials/bulk-delete', BulkDeleteCredentialsDocument, { body: 'ids' }),
];
