// REST routes of discovery sessions.
import {
  CancelDiscoveryDocument,
  GetActiveSessionsDocument,
  ReceiveDiscoveryUpdateDocument,
  StartSessionDocument,
  StreamDiscoveryDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

const ignored = {
  discovery_type: 'Ignored: a run does what its discovery says.',
  last_update_at: 'Ignored: the time at which the report comes in.',
};

export const discoverySessionRoutes = [
  route('get', '/discovery/active-sessions', GetActiveSessionsDocument),
  route('get', '/discovery/stream', StreamDiscoveryDocument),
  route('post', '/discovery/start-session', StartSessionDocument, { body: 'discovery_id' }),
  route('post', '/discovery/:session_id/cancel', CancelDiscoveryDocument),
  route('post', '/discovery/:session_id/update', ReceiveDiscoveryUpdateDocument, { ignored }),
];
