// REST routes of subnets.
import {
  BulkDeleteSubnetsDocument,
  CreateSubnetDocument,
  DeleteSubnetDocument,
  GetSubnetByIdDocument,
  ListSubnetsDocument,
  UpdateSubnetDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const subnetRoutes = [
  route('get', '/subnets', ListSubnetsDocument),
  csvRoute('/subnets/export/csv', ListSubnetsDocument, 'ExportSubnetsCsv'),
  route('post', '/subnets', CreateSubnetDocument),
  route('get', '/subnets/:id', GetSubnetByIdDocument),
  route('put', '/subnets/:id', UpdateSubnetDocument),
  route('delete', '/subnets/:id', DeleteSubnetDocument),
  route('post', '/subnets/bulk-delete', BulkDeleteSubnetsDocument, { body: 'ids' }),
];
