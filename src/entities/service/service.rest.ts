// REST routes of services.
import {
  BulkDeleteServicesDocument,
  CreateServiceDocument,
  DeleteServiceDocument,
  GetAllServicesDocument,
  GetServiceByIdDocument,
  UpdateServiceDocument,
} from '../../generated/operations';
import { readOnlyInParts as readOnly } from '../../rest/read-only-members';
import { csvRoute, route } from '../../rest/route';

export const serviceRoutes = [
  route('get', '/services', GetAllServicesDocument, { aliases: ['/services'] }),
  csvRoute('/services/export/csv', GetAllServicesDocument, 'ExportServicesCsv'),
  route('post', '/services', CreateServiceDocument, { readOnly }),
  route('get', '/services/:id', GetServiceByIdDocument),
  route('put', '/services/:id', UpdateServiceDocument, { readOnly }),
  route('delete', '/services/:id', DeleteServiceDocument),
  route('post', '/services/bulk-delete', BulkDeleteServicesDocument, { body: 'ids' }),
];
