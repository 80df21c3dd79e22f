// REST routes of daemons.
import { GetDaemonByIdDocument, GetDaemonsDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { csvRoute, route } from '../../rest/route';

const order = orderedBy('last_seen', 'network_id');

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument, { order }),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv', { order }),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
];
