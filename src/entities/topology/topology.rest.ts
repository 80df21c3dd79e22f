// REST routes of topology rows and of their graphs.
import {
  GetAllTopologiesDocument,
  GetTopologyByIdDocument,
  GetTopologyDataDocument,
  UpdateTopologyDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const topologyRoutes = [
  route('get', '/topology', GetAllTopologiesDocument),
  csvRoute('/topology/export/csv', GetAllTopologiesDocument, 'ExportTopologiesCsv'),
  route('get', '/topology/data', GetTopologyDataDocument),
  route('get', '/topology/:id', GetTopologyByIdDocument),
  route('put', '/topology/:id', UpdateTopologyDocument),
];
