// REST routes of bindings. `binding.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteBindingsDocument,
  CreateBindingDocument,
  DeleteBindingDocument,
  GetBindingByIdDocument,
  ListBindingsDocument,
  UpdateBindingDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const bindingRoutes = [
  route('get', '/bindings', ListBindingsDocument),
  csvRoute('/bindings/export/csv', ListBindingsDocument, 'ExportBindingsCsv'),
  route('post', '/bindings', CreateBindingDocument),
  route('get', '/bindings/:id', GetBindingByIdDocument),
  route('put', '/bindings/:id', UpdateBindingDocument),
  route('delete', '/bindings/:id', DeleteBindingDocument),
  route('post', '/bindings/bulk-delete', BulkDeleteBindingsDocument, { body: 'ids' }),
];
