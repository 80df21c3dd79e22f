// REST routes of discoveries.
import { GetDiscoveryByIdDocument, ListDiscoveriesDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const discoveryRoutes = [
  route('get', '/discovery', ListDiscoveriesDocument),
  csvRoute('/discovery/export/csv', ListDiscoveriesDocument, 'ExportDiscoveriesCsv'),
  route('get', '/discovery/:id', GetDiscoveryByIdDocument),
];
