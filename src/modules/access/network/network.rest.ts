// REST routes of networks. `network.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteNetworksDocument,
  CreateNetworkDocument,
  DeleteNetworkDocument,
  GetNetworkByIdDocument,
  ListNetworksDocument,
  UpdateNetworkDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

const order = { created_at: 'createdAt' };

export const networkRoutes = [
  route('get', '/networks', ListNetworksDocument, { order }),
  csvRoute('/networks/export/csv', ListNetworksDocument, 'ExportNetworksCsv', { order }),
  route('post', '/networks', CreateNetworkDocument),
  route('get', '/networks/:id', GetNetworkByIdDocument),
  route('put', '/networks/:id', UpdateNetworkDocument),
  route('delete', '/networks/:id', DeleteNetworkDocument),
  route('post', '/networks/bulk-delete', BulkDeleteNetworksDocument, { body: 'ids' }),
];
