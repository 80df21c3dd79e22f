// REST routes for how a subnet's addresses are used. `address-use.rest.graphql` has their GraphQL documents.
import { GetNextFreeAddressDocument, GetSubnetAddressUseDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const addressUseRoutes = [
  route('get', '/subnets/:id/address-use', GetSubnetAddressUseDocument),
  route('get', '/subnets/:id/next-free-address', GetNextFreeAddressDocument),
];
