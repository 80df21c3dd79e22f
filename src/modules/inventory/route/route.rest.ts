// REST routes of hosts' IP routes, which are read-only. `route.rest.graphql` has the GraphQL documents that are not
// generated.
import { GetRouteByIdDocument, ListRoutesDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const routeRoutes = [
  route('get', '/routes', ListRoutesDocument),
  csvRoute('/routes/export/csv', ListRoutesDocument, 'ExportRoutesCsv'),
  route('get', '/routes/:id', GetRouteByIdDocument),
];
