// REST routes of subnets.
import { GetSubnetByIdDocument, ListSubnetsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const subnetRoutes = [
  route('get', '/subnets', ListSubnetsDocument),
  route('get', '/subnets/:id', GetSubnetByIdDocument),
];
