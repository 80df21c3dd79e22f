// REST routes of shares.
import {
  BulkDeleteSharesDocument,
  CreateShareDocument,
  DeleteShareDocument,
  GetShareByIdDocument,
  ListSharesDocument,
  UpdateShareDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

const wrapper = { member: 'share', beside: ['password', 'expected_updated_at'] };

export const shareRoutes = [
  route('get', '/shares', ListSharesDocument),
  route('post', '/shares', CreateShareDocument, { wrapper }),
  csvRoute('/shares/export/csv', ListSharesDocument, 'ExportSharesCsv'),
  route('get', '/shares/:id', GetShareByIdDocument),
  route('put', '/shares/:id', UpdateShareDocument, { wrapper }),
  route('delete', '/shares/:id', DeleteShareDocument),
  route('post', '/shares/bulk-delete', BulkDeleteSharesDocument, { body: 'ids' }),
];
