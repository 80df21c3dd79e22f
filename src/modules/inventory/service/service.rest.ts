// REST routes of services. `service.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteServicesDocument,
  CreateServiceDocument,
  DeleteServiceDocument,
  GetAllServicesDocument,
  GetServiceByIdDocument,
  GetServiceFieldValuesDocument,
  UpdateServiceDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { readOnly } from '../host/host.rest';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('host', 'network_id', 'position', 'service_definition', 'last_seen_at', 'containerized_by', {
  match_confidence: 'sourceConfidence',
  source: 'sourceType',
});

const list = { order, textLists: ['service_definitions', 'virtualization_service_names'] };

export const serviceRoutes = [
  route('get', '/services', GetAllServicesDocument, { ...list, aliases: ['/services'] }),
  csvRoute('/services/export/csv', GetAllServicesDocument, 'ExportServicesCsv', list),
  route('post', '/services', CreateServiceDocument, { readOnly }),
  route('get', '/services/field-values/:field', GetServiceFieldValuesDocument, { ...list, countsField: true }),
  route('get', '/services/:id', GetServiceByIdDocument),
  route('put', '/services/:id', UpdateServiceDocument, { readOnly }),
  route('delete', '/services/:id', DeleteServiceDocument),
  route('post', '/services/bulk-delete', BulkDeleteServicesDocument, { body: 'ids' }),
];
