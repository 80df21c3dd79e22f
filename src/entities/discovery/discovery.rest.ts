// REST routes of discoveries.
import { GetDiscoveryByIdDocument, ListDiscoveriesDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const discoveryRoutes = [
  route('get', '/discovery', ListDiscoveriesDocument),
  route('get', '/discovery/:id', GetDiscoveryByIdDocument),
];
