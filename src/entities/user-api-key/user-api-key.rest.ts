// REST routes of the caller's own API keys.
import {
  BulkDeleteUserApiKeysDocument,
  CreateUserApiKeyDocument,
  DeleteUserApiKeyDocument,
  GetAllUserApiKeysDocument,
  GetUserApiKeyByIdDocument,
  RotateUserApiKeyDocument,
  UpdateUserApiKeyDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

const sessionOnly = { sessionOnly: true };

export const userApiKeyRoutes = [
  route('get', '/auth/keys', GetAllUserApiKeysDocument, sessionOnly),
  csvRoute('/auth/keys/export/csv', GetAllUserApiKeysDocument, 'ExportUserApiKeysCsv', sessionOnly),
  route('post', '/auth/keys', CreateUserApiKeyDocument, sessionOnly),
  route('get', '/auth/keys/:id', GetUserApiKeyByIdDocument, sessionOnly),
  route('put', '/auth/keys/:id', UpdateUserApiKeyDocument, sessionOnly),
  route('delete', '/auth/keys/:id', DeleteUserApiKeyDocument, sessionOnly),
  route('post', '/auth/keys/:id/rotate', RotateUserApiKeyDocument, sessionOnly),
  route('post', '/auth/keys/bulk-delete', BulkDeleteUserApiKeysDocument, { ...sessionOnly, body: 'ids' }),
];
