// REST routes of sites.
import {
  BulkDeleteSitesDocument,
  CreateSiteDocument,
  DeleteSiteDocument,
  GetSiteByIdDocument,
  ListSitesDocument,
  UpdateSiteDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('name');

export const siteRoutes = [
  route('get', '/sites', ListSitesDocument, { order }),
  csvRoute('/sites/export/csv', ListSitesDocument, 'ExportSitesCsv', { order }),
  route('post', '/sites', CreateSiteDocument),
  route('get', '/sites/:id', GetSiteByIdDocument),
  route('put', '/sites/:id', UpdateSiteDocument),
  route('delete', '/sites/:id', DeleteSiteDocument),
  route('post', '/sites/bulk-delete', BulkDeleteSitesDocument, { body: 'ids' }),
];
