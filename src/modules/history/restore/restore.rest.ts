// REST routes that restore rows. `restore.rest.graphql` has their GraphQL documents.
import { RestoreRevisionDocument, UndoChangeDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const restoreRoutes = [
  route('post', '/history/restore', RestoreRevisionDocument),
  route('post', '/history/undo', UndoChangeDocument),
];
