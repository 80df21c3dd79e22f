// REST routes of shares, and of visitors of shares, who need no credential. `share.rest.graphql` has the GraphQL
// documents that are not generated.
import {
  BulkDeleteSharesDocument,
  CreateShareDocument,
  DeleteShareDocument,
  GetPublicShareMetadataDocument,
  GetPublicShareTopologyDocument,
  GetShareByIdDocument,
  ListSharesDocument,
  UpdateShareDocument,
  VerifySharePasswordDocument,
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

export const publicShareRoutes = [
  route('get', '/shares/public/:id', GetPublicShareMetadataDocument),
  route('post', '/shares/public/:id/verify', VerifySharePasswordDocument, { bare: 'password' }),
  route('post', '/shares/public/:id/topology', GetPublicShareTopologyDocument, { query: ['embed', 'view'] }),
];
