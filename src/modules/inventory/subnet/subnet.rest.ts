// REST routes of subnets. `subnet.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteSubnetsDocument,
  CreateSubnetDocument,
  DeleteSubnetDocument,
  GetSubnetByIdDocument,
  ListSubnetsDocument,
  MergeSubnetDocument,
  UpdateSubnetDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('cidr', 'namespace', 'subnet_type', 'network_id', 'last_seen_at');

export const subnetRoutes = [
  route('get', '/subnets', ListSubnetsDocument, { order }),
  csvRoute('/subnets/export/csv', ListSubnetsDocument, 'ExportSubnetsCsv', { order }),
  route('post', '/subnets', CreateSubnetDocument),
  route('get', '/subnets/:id', GetSubnetByIdDocument),
  route('put', '/subnets/:id', UpdateSubnetDocument),
  route('delete', '/subnets/:id', DeleteSubnetDocument),
  route('post', '/subnets/:id/merge', MergeSubnetDocument),
  route('post', '/subnets/bulk-delete', BulkDeleteSubnetsDocument, { body: 'ids' }),
];
