// REST routes of discovery sessions. `discovery-session.rest.graphql` has the GraphQL documents that are not generated.
import {
  CancelDiscoveryDocument,
  GetActiveSessionsDocument,
  ReceiveDiscoveryUpdateDocument,
  RescanHostDocument,
  StartSessionDocument,
  StreamDiscoveryDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

const ignoredMembers = {
  discovery_type: 'Ignored: follows from the discovery.',
  last_update_at: 'Ignored: set to the time of the report.',
};

export const discoverySessionRoutes = [
  route('get', '/discovery/active-sessions', GetActiveSessionsDocument),
  route('get', '/discovery/stream', StreamDiscoveryDocument),
  route('post', '/discovery/start-session', StartSessionDocument, { body: 'discovery_id' }),
  route('post', '/hosts/:id/rescan', RescanHostDocument),
  route('post', '/discovery/:session_id/cancel', CancelDiscoveryDocument),
  route('post', '/discovery/:session_id/update', ReceiveDiscoveryUpdateDocument, { ignoredMembers }),
];
