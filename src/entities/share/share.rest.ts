// REST routes of shares.
import {
  BulkDeleteSharesDocument,
  CreateShareDocument,
  DeleteShareDocument,
  GetShareByIdDocument,
  ListSharesDocument,
  UpdateShareDocument,
} from '../../generated/operations';
import { route } from '../../rest/route';

export const shareRoutes = [
  route('get', '/shares', ListSharesDocument),
  route('post', '/shares', CreateShareDocument),
  route('get', '/shares/:id', GetShareByIdDocument),
  route('put', '/shares/:id', UpdateShareDocument),
  route('delete', '/shares/:id', DeleteShareDocument),
  route('post', '/shares/bulk-delete', BulkDeleteSharesDocument, { body: 'ids' }),
];
