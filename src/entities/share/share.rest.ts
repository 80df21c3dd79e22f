// REST routes of shares.
import { GetShareByIdDocument, ListSharesDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const shareRoutes = [
  route('get', '/shares', ListSharesDocument),
  route('get', '/shares/:id', GetShareByIdDocument),
];
