// REST routes of snapshots.
import { GetSnapshotByIdDocument, ListSnapshotsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const snapshotRoutes = [
  route('get', '/snapshots', ListSnapshotsDocument),
  route('get', '/snapshots/:id', GetSnapshotByIdDocument),
];
