// REST routes of credentials.
import { GetAllCredentialsDocument, GetCredentialByIdDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument),
  csvRoute('/credentials/export/csv', GetAllCredentialsDocument, 'ExportCredentialsCsv'),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
];
