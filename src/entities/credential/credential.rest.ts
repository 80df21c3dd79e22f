// REST routes of credentials.
import { GetAllCredentialsDocument, GetCredentialByIdDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { csvRoute, route } from '../../rest/route';

const order = orderedBy('credential_type');

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument, { order }),
  csvRoute('/credentials/export/csv', GetAllCredentialsDocument, 'ExportCredentialsCsv', { order }),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
];
