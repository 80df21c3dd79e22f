// REST routes of IP addresses. `ip-address.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteIpAddressesDocument,
  CreateIpAddressDocument,
  DeleteIpAddressDocument,
  GetIpAddressByIdDocument,
  ListIpAddressesDocument,
  UpdateIpAddressDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const ipAddressRoutes = [
  route('get', '/ip-addresses', ListIpAddressesDocument),
  csvRoute('/ip-addresses/export/csv', ListIpAddressesDocument, 'ExportIpAddressesCsv'),
  route('post', '/ip-addresses', CreateIpAddressDocument),
  route('get', '/ip-addresses/:id', GetIpAddressByIdDocument),
  route('put', '/ip-addresses/:id', UpdateIpAddressDocument),
  route('delete', '/ip-addresses/:id', DeleteIpAddressDocument),
  route('post', '/ip-addresses/bulk-delete', BulkDeleteIpAddressesDocument, { body: 'ids' }),
];
