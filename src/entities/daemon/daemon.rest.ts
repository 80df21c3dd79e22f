// REST routes of daemons.
import { GetDaemonByIdDocument, GetDaemonsDocument, ReceiveHeartbeatDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
];
