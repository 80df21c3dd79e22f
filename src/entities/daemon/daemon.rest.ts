// REST routes of daemons.
import { GetDaemonByIdDocument, GetDaemonsDocument, ReceiveHeartbeatDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { csvRoute, route } from '../../rest/route';

const order = orderedBy('last_seen', 'network_id');

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument, { order }),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv', { order }),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
];
