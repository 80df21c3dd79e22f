// REST routes of discoveries. `discovery.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteDiscoveriesDocument,
  CreateDiscoveryDocument,
  DeleteDiscoveryDocument,
  GetDiscoveryByIdDocument,
  GetDiscoveryFieldValuesDocument,
  ListDiscoveriesDocument,
  ListNextRunsDocument,
  PreviewScheduleDocument,
  UpdateDiscoveryDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('network_id', 'daemon_id', 'discovery_type', 'run_type', 'last_run', 'scan_count');
const readOnly = ['last_run', 'results', 'target_host_id', 'ips'];

export const discoveryRoutes = [
  route('get', '/discovery', ListDiscoveriesDocument, { order }),
  csvRoute('/discovery/export/csv', ListDiscoveriesDocument, 'ExportDiscoveriesCsv', { order }),
  route('get', '/discovery/scheduled-runs', PreviewScheduleDocument),
  route('post', '/discovery', CreateDiscoveryDocument, { readOnly }),
  route('get', '/discovery/field-values/:field', GetDiscoveryFieldValuesDocument, { order, countsField: true }),
  route('get', '/discovery/:id', GetDiscoveryByIdDocument),
  route('get', '/discovery/:id/next-runs', ListNextRunsDocument),
  route('put', '/discovery/:id', UpdateDiscoveryDocument, { readOnly }),
  route('delete', '/discovery/:id', DeleteDiscoveryDocument),
  route('post', '/discovery/bulk-delete', BulkDeleteDiscoveriesDocument, { body: 'ids' }),
];
