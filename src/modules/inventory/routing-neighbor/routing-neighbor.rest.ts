// REST routes of routing neighbours, which only reports write.
// GraphQL documents that are not generated: `routing-neighbor.rest.graphql`.
import { GetRoutingNeighborByIdDocument, ListRoutingNeighborsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const routingNeighborRoutes = [
  route('get', '/routing-neighbors', ListRoutingNeighborsDocument),
  csvRoute('/routing-neighbors/export/csv', ListRoutingNeighborsDocument, 'ExportRoutingNeighborsCsv'),
  route('get', '/routing-neighbors/:id', GetRoutingNeighborByIdDocument),
];
