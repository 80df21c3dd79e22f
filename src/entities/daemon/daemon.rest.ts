// REST routes of daemons.
import {
  GetDaemonByIdDocument,
  GetDaemonsDocument,
  ReceiveHeartbeatDocument,
  RegisterDaemonDocument,
  DaemonStartupDocument,
  UpdateCapabilitiesDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv'),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('post', '/daemons/register', RegisterDaemonDocument, { unversioned: true }),
  route('post', '/daemons/:id/startup', DaemonStartupDocument, { unversioned: true }),
  route('post', '/daemons/:id/update-capabilities', UpdateCapabilitiesDocument, { unversioned: true }),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
];
