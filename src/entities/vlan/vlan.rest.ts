// REST routes of VLANs.
import {
  BulkDeleteVlansDocument,
  CreateVlanDocument,
  DeleteVlanDocument,
  GetVlanByIdDocument,
  ListVlansDocument,
  CreateVlanDiscoveryDocument,
  UpdateVlanDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

const ignored = { subnet_ids: 'Ignored: follows from discovered interfaces.' };

export const vlanRoutes = [
  route('get', '/vlans', ListVlansDocument),
  csvRoute('/vlans/export/csv', ListVlansDocument, 'ExportVlansCsv'),
  route('post', '/vlans', CreateVlanDocument, { ignored }),
  route('post', '/vlans/discovery', CreateVlanDiscoveryDocument),
  route('get', '/vlans/:id', GetVlanByIdDocument),
  route('put', '/vlans/:id', UpdateVlanDocument, { ignored }),
  route('delete', '/vlans/:id', DeleteVlanDocument),
  route('post', '/vlans/bulk-delete', BulkDeleteVlansDocument, { body: 'ids' }),
];
