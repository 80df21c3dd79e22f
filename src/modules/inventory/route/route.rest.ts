// REST routes of hosts' IP routes, which only reports write. GraphQL documents that are not generated:
// `route.rest.graphql`.
import { GetRouteByIdDocument, ListRoutesDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const routeRoutes = [
  route('get', '/routes', ListRoutesDocument),
  csvRoute('/routes/export/csv', ListRoutesDocument, 'ExportRoutesCsv'),
  route('get', '/routes/:id', GetRouteByIdDocument),
];
