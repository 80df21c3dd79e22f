// REST routes of VLANs.
import {
  CreateVlanDocument,
  DeleteVlanDocument,
  GetVlanByIdDocument,
  ListVlansDocument,
  UpdateVlanDocument,
} from '../../generated/operations';
import { route } from '../../rest/route';

export const vlanRoutes = [
  route('get', '/vlans', ListVlansDocument),
  route('post', '/vlans', CreateVlanDocument),
  route('get', '/vlans/:id', GetVlanByIdDocument),
  route('put', '/vlans/:id', UpdateVlanDocument),
  route('delete', '/vlans/:id', DeleteVlanDocument),
];
