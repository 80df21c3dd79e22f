// REST routes of daemon API keys.
import { GetDaemonApiKeyByIdDocument, ListDaemonApiKeysDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const daemonApiKeyRoutes = [
  route('get', '/auth/daemon', ListDaemonApiKeysDocument),
  csvRoute('/auth/daemon/export/csv', ListDaemonApiKeysDocument, 'ExportDaemonApiKeysCsv'),
  route('get', '/auth/daemon/:id', GetDaemonApiKeyByIdDocument),
];
