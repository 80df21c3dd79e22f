// REST routes of credentials.
import {
  BulkDeleteCredentialsDocument,
  CreateCredentialDocument,
  DeleteCredentialDocument,
  GetAllCredentialsDocument,
  GetCredentialByIdDocument,
  UpdateCredentialDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument),
  route('post', '/credentials', CreateCredentialDocument),
  csvRoute('/credentials/export/csv', GetAllCredentialsDocument, 'ExportCredentialsCsv'),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
  route('put', '/credentials/:id', UpdateCredentialDocument),
  route('delete', '/credentials/:id', DeleteCredentialDocument),
  route('post', '/credentials/bulk-delete', BulkDeleteCredentialsDocument, { body: 'ids' }),
];
