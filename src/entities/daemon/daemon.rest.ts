// REST routes of daemons.
import { GetDaemonByIdDocument, GetDaemonsDocument, ReceiveHeartbeatDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv'),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
];
