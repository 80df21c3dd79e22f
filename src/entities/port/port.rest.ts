// REST routes of ports.
import {
  BulkDeletePortsDocument,
  CreatePortDocument,
  DeletePortDocument,
  GetPortByIdDocument,
  ListPortsDocument,
  UpdatePortDocument,
} from '../../generated/operations';
import { route } from '../../rest/route';

export const portRoutes = [
  route('get', '/ports', ListPortsDocument),
  route('post', '/ports', CreatePortDocument),
  route('get', '/ports/:id', GetPortByIdDocument),
  route('put', '/ports/:id', UpdatePortDocument),
  route('delete', '/ports/:id', DeletePortDocument),
  route('post', '/ports/bulk-delete', BulkDeletePortsDocument, { body: 'ids' }),
];
