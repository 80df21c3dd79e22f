// REST routes of daemons.
import {
  GetDaemonByIdDocument,
  GetDaemonsDocument,
  ReceiveHeartbeatDocument,
  RegisterDaemonDocument,
  DaemonStartupDocument,
  UpdateCapabilitiesDocument,
} from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { csvRoute, route } from '../../rest/route';

const order = orderedBy('last_seen', 'network_id');

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument, { order }),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv', { order }),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('post', '/daemons/register', RegisterDaemonDocument, { unversioned: true }),
  route('post', '/daemons/:id/startup', DaemonStartupDocument, { unversioned: true }),
  route('post', '/daemons/:id/update-capabilities', UpdateCapabilitiesDocument, { unversioned: true }),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
];
