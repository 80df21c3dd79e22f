// REST routes of topology rows; the graph's own routes are not among them.
import {
  GetAllTopologiesDocument,
  GetTopologyByIdDocument,
  StreamTopologyDocument,
  UpdateTopologyDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const topologyRoutes = [
  route('get', '/topology', GetAllTopologiesDocument),
  csvRoute('/topology/export/csv', GetAllTopologiesDocument, 'ExportTopologiesCsv'),
  route('get', '/topology/stream', StreamTopologyDocument),
  route('get', '/topology/:id', GetTopologyByIdDocument),
  route('put', '/topology/:id', UpdateTopologyDocument),
];
