// REST routes of racks.
import {
  BulkDeleteRacksDocument,
  CreateRackDocument,
  DeleteRackDocument,
  GetRackByIdDocument,
  ListRacksDocument,
  UpdateRackDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('name');

export const rackRoutes = [
  route('get', '/racks', ListRacksDocument, { order }),
  csvRoute('/racks/export/csv', ListRacksDocument, 'ExportRacksCsv', { order }),
  route('post', '/racks', CreateRackDocument),
  route('get', '/racks/:id', GetRackByIdDocument),
  route('put', '/racks/:id', UpdateRackDocument),
  route('delete', '/racks/:id', DeleteRackDocument),
  route('post', '/racks/bulk-delete', BulkDeleteRacksDocument, { body: 'ids' }),
];
