// REST routes of routing neighbors, which are read-only. `routing-neighbor.rest.graphql` has the GraphQL documents that
// are not generated.
import { GetRoutingNeighborByIdDocument, ListRoutingNeighborsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const routingNeighborRoutes = [
  route('get', '/routing-neighbors', ListRoutingNeighborsDocument),
  csvRoute('/routing-neighbors/export/csv', ListRoutingNeighborsDocument, 'ExportRoutingNeighborsCsv'),
  route('get', '/routing-neighbors/:id', GetRoutingNeighborByIdDocument),
];
