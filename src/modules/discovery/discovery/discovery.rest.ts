// REST routes of discoveries. `discovery.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteDiscoveriesDocument,
  CreateDiscoveryDocument,
  DeleteDiscoveryDocument,
  GetDiscoveryByIdDocument,
  ListDiscoveriesDocument,
  ListNextRunsDocument,
  PreviewScheduleDocument,
  UpdateDiscoveryDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder();
const readOnly = ['last_run', 'results'];

export const discoveryRoutes = [
  route('get', '/discovery', ListDiscoveriesDocument, { order }),
  csvRoute('/discovery/export/csv', ListDiscoveriesDocument, 'ExportDiscoveriesCsv', { order }),
  route('get', '/discovery/scheduled-runs', PreviewScheduleDocument),
  route('post', '/discovery', CreateDiscoveryDocument, { readOnly }),
  route('get', '/discovery/:id', GetDiscoveryByIdDocument),
  route('get', '/discovery/:id/next-runs', ListNextRunsDocument),
  route('put', '/discovery/:id', UpdateDiscoveryDocument, { readOnly }),
  route('delete', '/discovery/:id', DeleteDiscoveryDocument),
  route('post', '/discovery/bulk-delete', BulkDeleteDiscoveriesDocument, { body: 'ids' }),
];
