// REST routes of credentials. `credential.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkCreateCredentialsDocument,
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

const ignoredMembers = { tags: 'Ignored: credentials have no tags.' };
/** Fields of a credential in responses that clients may send back in requests. The values in requests are ignored. */
const readOnly = ['id', 'created_at', 'updated_at', 'tags', 'daemon_os'];

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument, { order }),
  route('post', '/credentials', CreateCredentialDocument, { ignoredMembers }),
  csvRoute('/credentials/export/csv', GetAllCredentialsDocument, 'ExportCredentialsCsv', { order }),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
  route('put', '/credentials/:id', UpdateCredentialDocument, { ignoredMembers }),
  route('delete', '/credentials/:id', DeleteCredentialDocument),
  route('post', '/credentials/bulk', BulkCreateCredentialsDocument, { body: 'credentials', readOnly }),
  route('post', '/credentials/bulk-delete', BulkDeleteCredentialsDocument, { body: 'ids' }),
];
