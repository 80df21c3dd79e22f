// REST routes of the caller's own API keys. `user-api-key.rest.graphql` has the GraphQL documents that are not
// generated.
import {
  BulkDeleteUserApiKeysDocument,
  CreateUserApiKeyDocument,
  DeleteUserApiKeyDocument,
  GetAllUserApiKeysDocument,
  GetUserApiKeyByIdDocument,
  RotateUserApiKeyDocument,
  UpdateUserApiKeyDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const userApiKeyRoutes = [
  route('get', '/auth/keys', GetAllUserApiKeysDocument),
  csvRoute('/auth/keys/export/csv', GetAllUserApiKeysDocument, 'ExportUserApiKeysCsv'),
  route('post', '/auth/keys', CreateUserApiKeyDocument),
  route('get', '/auth/keys/:id', GetUserApiKeyByIdDocument),
  route('put', '/auth/keys/:id', UpdateUserApiKeyDocument),
  route('delete', '/auth/keys/:id', DeleteUserApiKeyDocument),
  route('post', '/auth/keys/:id/rotate', RotateUserApiKeyDocument),
  route('post', '/auth/keys/bulk-delete', BulkDeleteUserApiKeysDocument, { body: 'ids' }),
];
