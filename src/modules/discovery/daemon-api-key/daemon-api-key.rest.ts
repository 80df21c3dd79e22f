// REST routes of daemon API keys. `daemon-api-key.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteDaemonApiKeysDocument,
  CreateDaemonApiKeyDocument,
  DeleteDaemonApiKeyDocument,
  GetDaemonApiKeyByIdDocument,
  ListDaemonApiKeysDocument,
  RotateDaemonApiKeyDocument,
  UpdateDaemonApiKeyDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const daemonApiKeyRoutes = [
  route('get', '/auth/daemon', ListDaemonApiKeysDocument),
  route('post', '/auth/daemon', CreateDaemonApiKeyDocument),
  csvRoute('/auth/daemon/export/csv', ListDaemonApiKeysDocument, 'ExportDaemonApiKeysCsv'),
  route('get', '/auth/daemon/:id', GetDaemonApiKeyByIdDocument),
  route('put', '/auth/daemon/:id', UpdateDaemonApiKeyDocument),
  route('delete', '/auth/daemon/:id', DeleteDaemonApiKeyDocument),
  route('post', '/auth/daemon/:id/rotate', RotateDaemonApiKeyDocument),
  route('post', '/auth/daemon/bulk-delete', BulkDeleteDaemonApiKeysDocument, { body: 'ids' }),
];
