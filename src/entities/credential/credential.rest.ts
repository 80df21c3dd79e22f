// REST routes of credentials.
import { GetAllCredentialsDocument, GetCredentialByIdDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
];
