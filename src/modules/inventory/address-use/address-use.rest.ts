// REST routes of how the addresses of a subnet are used. Their documents: `address-use.rest.graphql`.
import { GetNextFreeAddressDocument, GetSubnetAddressUseDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const addressUseRoutes = [
  route('get', '/subnets/:id/address-use', GetSubnetAddressUseDocument),
  route('get', '/subnets/:id/next-free-address', GetNextFreeAddressDocument),
];
