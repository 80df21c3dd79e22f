// REST routes for how a subnet's addresses are used. Their documents are in `address-use.rest.graphql`.
import { GetNextFreeAddressDocument, GetSubnetAddressUseDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const addressUseRoutes = [
  route('get', '/subnets/:id/address-use', GetSubnetAddressUseDocument),
  route('get', '/subnets/:id/next-free-address', GetNextFreeAddressDocument),
];
