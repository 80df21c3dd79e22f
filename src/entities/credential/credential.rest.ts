// REST routes of credentials.
import { GetAllCredentialsDocument, GetCredentialByIdDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { route } from '../../rest/route';

const order = orderedBy('credential_type');

export const credentialRoutes = [
  route('get', '/credentials', GetAllCredentialsDocument, { order }),
  route('get', '/credentials/:id', GetCredentialByIdDocument),
];
