// REST routes of shares.
import { GetShareByIdDocument, ListSharesDocument } from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const shareRoutes = [
  route('get', '/shares', ListSharesDocument),
  csvRoute('/shares/export/csv', ListSharesDocument, 'ExportSharesCsv'),
  route('get', '/shares/:id', GetShareByIdDocument),
];
