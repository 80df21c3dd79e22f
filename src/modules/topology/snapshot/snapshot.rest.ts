// REST routes of snapshots. GraphQL documents that are written by hand are in `snapshot.rest.graphql`.
import {
  BulkDeleteSnapshotsDocument,
  CreateSnapshotDocument,
  DeleteSnapshotDocument,
  GetSnapshotByIdDocument,
  ListSnapshotsDocument,
  RenameSnapshotDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const snapshotRoutes = [
  route('get', '/snapshots', ListSnapshotsDocument),
  route('post', '/snapshots', CreateSnapshotDocument),
  csvRoute('/snapshots/export/csv', ListSnapshotsDocument, 'ExportSnapshotsCsv'),
  route('get', '/snapshots/:id', GetSnapshotByIdDocument),
  route('post', '/snapshots/:id/rename', RenameSnapshotDocument),
  route('delete', '/snapshots/:id', DeleteSnapshotDocument),
  route('post', '/snapshots/bulk-delete', BulkDeleteSnapshotsDocument, { body: 'ids' }),
];
