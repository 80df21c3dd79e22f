// REST routes of daemons.
import {
  BulkDeleteDaemonsDocument,
  DeleteDaemonDocument,
  GetDaemonByIdDocument,
  GetDaemonsDocument,
  ProvisionDaemonDocument,
  ReceiveHeartbeatDocument,
  ReceiveWorkRequestDocument,
  RetryDaemonConnectionDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const daemonRoutes = [
  route('get', '/daemons', GetDaemonsDocument),
  csvRoute('/daemons/export/csv', GetDaemonsDocument, 'ExportDaemonsCsv'),
  route('post', '/daemons/provision', ProvisionDaemonDocument, { status: 201 }),
  route('get', '/daemons/:id', GetDaemonByIdDocument),
  route('delete', '/daemons/:id', DeleteDaemonDocument),
  route('post', '/daemons/:id/retry-connection', RetryDaemonConnectionDocument),
  route('post', '/daemons/bulk-delete', BulkDeleteDaemonsDocument, { body: 'ids' }),
  route('post', '/daemons/:id/heartbeat', ReceiveHeartbeatDocument, { unversioned: true }),
  route('post', '/daemons/:id/request-work', ReceiveWorkRequestDocument, {
    unversioned: true,
    tuple: ['session', 'cancel'],
  }),
];
