// REST routes of TCP and UDP ports. `port.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeletePortsDocument,
  CreatePortDocument,
  DeletePortDocument,
  GetPortByIdDocument,
  ListPortsDocument,
  UpdatePortDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const portRoutes = [
  route('get', '/ports', ListPortsDocument),
  csvRoute('/ports/export/csv', ListPortsDocument, 'ExportPortsCsv'),
  route('post', '/ports', CreatePortDocument),
  route('get', '/ports/:id', GetPortByIdDocument),
  route('put', '/ports/:id', UpdatePortDocument),
  route('delete', '/ports/:id', DeletePortDocument),
  route('post', '/ports/bulk-delete', BulkDeletePortsDocument, { body: 'ids' }),
];
