// REST routes of discoveries.
import { GetDiscoveryByIdDocument, ListDiscoveriesDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { route } from '../../rest/route';

const order = orderedBy();

export const discoveryRoutes = [
  route('get', '/discovery', ListDiscoveriesDocument, { order }),
  route('get', '/discovery/:id', GetDiscoveryByIdDocument),
];
