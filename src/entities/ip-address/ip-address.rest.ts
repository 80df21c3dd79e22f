// REST routes of IP addresses.
import { GetIpAddressByIdDocument, ListIpAddressesDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const ipAddressRoutes = [
  route('get', '/ip-addresses', ListIpAddressesDocument),
  route('get', '/ip-addresses/:id', GetIpAddressByIdDocument),
];
