// REST routes of daemons. `daemon.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteDaemonsDocument,
  ConfirmDaemonDocument,
  DaemonStartupDocument,
  DeleteDaemonDocument,
  GetDaemonByIdDocument,
  GetDaemonInstallCommandDocument,
  GetDaemonsDocument,
  ProvisionDaemonDocument,
  ReceiveHeartbeatDocument,
  ReceiveWorkRequestDocument,
  RegisterDaemonDocument,
  RetryDaemonConnectionDocument,
  TestDaemonReachabilityDocument,
  UpdateCapabilitiesDocument,
  UpdateDaemonDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('last_seen', 'network_id');

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument, { order }),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv', { order }),
  route('post', '/daemons/provision', ProvisionDaemonDocument, { status: 201 }),
  route('post', '/daemons/test-reachability', TestDaemonReachabilityDocument),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('put', '/daemons/:id', UpdateDaemonDocument),
  route('get', '/daemons/:id/install-command', GetDaemonInstallCommandDocument),
  route('post', '/daemons/register', RegisterDaemonDocument, { unversioned: true }),
  route('post', '/daemons/:id/startup', DaemonStartupDocument, { unversioned: true }),
  route('post', '/daemons/:id/update-capabilities', UpdateCapabilitiesDocument, { unversioned: true }),
  route('delete', '/daemons/:id', DeleteDaemonDocument),
  route('post', '/daemons/:id/confirm', ConfirmDaemonDocument),
  route('post', '/daemons/:id/retry-connection', RetryDaemonConnectionDocument),
  route('post', '/daemons/bulk-delete', BulkDeleteDaemonsDocument, { body: 'ids' }),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
  route('post', '/daemons/:id/request-work', ReceiveWorkRequestDocument, {
    unversioned: true,
    tuple: ['session', 'cancel'],
  }),
];
