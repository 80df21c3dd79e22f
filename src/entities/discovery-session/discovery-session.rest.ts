// REST routes of discovery sessions.
import { GetActiveSessionsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const discoverySessionRoutes = [route('get', '/discovery/active-sessions', GetActiveSessionsDocument)];
