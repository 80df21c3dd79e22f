// REST routes of shares.
import {
  BulkDeleteSharesDocument,
  CreateShareDocument,
  DeleteShareDocument,
  GetShareByIdDocument,
  ListSharesDocument,
  UpdateShareDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const shareRoutes = [
  route('get', '/shares', ListSharesDocument),
  route('post', '/shares', CreateShareDocument),
  csvRoute('/shares/export/csv', ListSharesDocument, 'ExportSharesCsv'),
  route('get', '/shares/:id', GetShareByIdDocument),
  route('put', '/shares/:id', UpdateShareDocument),
  route('delete', '/shares/:id', DeleteShareDocument),
  route('post', '/shares/bulk-delete', BulkDeleteSharesDocument, { body: 'ids' }),
];
