// REST routes of VLANs. `vlan.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteVlansDocument,
  CreateVlanDocument,
  DeleteVlanDocument,
  GetVlanByIdDocument,
  ListVlansDocument,
  CreateVlanDiscoveryDocument,
  UpdateVlanDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('vlan_number');

const ignoredMembers = { subnet_ids: 'Ignored: follows from discovered interfaces.' };

export const vlanRoutes = [
  route('get', '/vlans', ListVlansDocument, { order }),
  csvRoute('/vlans/export/csv', ListVlansDocument, 'ExportVlansCsv', { order }),
  route('post', '/vlans', CreateVlanDocument, { ignoredMembers }),
  route('post', '/vlans/discovery', CreateVlanDiscoveryDocument),
  route('get', '/vlans/:id', GetVlanByIdDocument),
  route('put', '/vlans/:id', UpdateVlanDocument, { ignoredMembers }),
  route('delete', '/vlans/:id', DeleteVlanDocument),
  route('post', '/vlans/bulk-delete', BulkDeleteVlansDocument, { body: 'ids' }),
];
