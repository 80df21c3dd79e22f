// REST routes of snapshots.
import { GetSnapshotByIdDocument, ListSnapshotsDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const snapshotRoutes = [
  route('get', '/snapshots', ListSnapshotsDocument),
  csvRoute('/snapshots/export/csv', ListSnapshotsDocument, 'ExportSnapshotsCsv'),
  route('get', '/snapshots/:id', GetSnapshotByIdDocument),
];
