// REST routes of daemon API keys.
import { GetDaemonApiKeyByIdDocument, ListDaemonApiKeysDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const daemonApiKeyRoutes = [
  route('get', '/auth/daemon', ListDaemonApiKeysDocument),
  route('get', '/auth/daemon/:id', GetDaemonApiKeyByIdDocument),
];
