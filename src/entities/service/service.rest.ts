// REST routes of services.
import { GetAllServicesDocument, GetServiceByIdDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const serviceRoutes = [
  route('get', '/services', GetAllServicesDocument, { aliases: ['/services'] }),
  csvRoute('/services/export/csv', GetAllServicesDocument, 'ExportServicesCsv'),
  route('get', '/services/:id', GetServiceByIdDocument),
];
