// REST routes of discovery sessions.
import { CancelDiscoveryDocument, GetActiveSessionsDocument, StartSessionDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const discoverySessionRoutes = [
  route('get', '/discovery/active-sessions', GetActiveSessionsDocument),
  route('post', '/discovery/start-session', StartSessionDocument, { body: 'discovery_id' }),
  route('post', '/discovery/:session_id/cancel', CancelDiscoveryDocument),
];
