// REST routes of interfaces. `interface.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteInterfacesDocument,
  CreateInterfaceDocument,
  DeleteInterfaceDocument,
  GetInterfaceByIdDocument,
  GetInterfaceCountersDocument,
  ListInterfacesDocument,
  UpdateInterfaceDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

const ignoredMembers = { neighbors: 'Ignored: resolved by discovery.' };

export const interfaceRoutes = [
  route('get', '/interfaces', ListInterfacesDocument),
  csvRoute('/interfaces/export/csv', ListInterfacesDocument, 'ExportInterfacesCsv'),
  route('post', '/interfaces', CreateInterfaceDocument, { ignoredMembers }),
  route('get', '/interfaces/:id', GetInterfaceByIdDocument),
  route('get', '/interfaces/:id/counters', GetInterfaceCountersDocument),
  route('put', '/interfaces/:id', UpdateInterfaceDocument, { ignoredMembers }),
  route('delete', '/interfaces/:id', DeleteInterfaceDocument),
  route('post', '/interfaces/bulk-delete', BulkDeleteInterfacesDocument, { body: 'ids' }),
];
