// REST routes of saved views. GraphQL documents that are written by hand are in `saved-view.rest.graphql`.
import {
  BulkDeleteSavedViewsDocument,
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  GetSavedViewByIdDocument,
  ListSavedViewsDocument,
  UpdateSavedViewDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const savedViewRoutes = [
  route('get', '/saved-views', ListSavedViewsDocument),
  csvRoute('/saved-views/export/csv', ListSavedViewsDocument, 'ExportSavedViewsCsv'),
  route('post', '/saved-views', CreateSavedViewDocument),
  route('get', '/saved-views/:id', GetSavedViewByIdDocument),
  route('put', '/saved-views/:id', UpdateSavedViewDocument),
  route('delete', '/saved-views/:id', DeleteSavedViewDocument),
  route('post', '/saved-views/bulk-delete', BulkDeleteSavedViewsDocument, { body: 'ids' }),
];
