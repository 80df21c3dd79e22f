// REST routes of shares for visitors, who need no credential.
import {
  GetPublicShareMetadataDocument,
  GetPublicShareTopologyDocument,
  VerifySharePasswordDocument,
} from '../../../generated/operations';
import { route } from '../../../rest/route';

export const publicShareRoutes = [
  route('get', '/shares/public/:id', GetPublicShareMetadataDocument),
  route('post', '/shares/public/:id/verify', VerifySharePasswordDocument, { bare: 'password' }),
  route('post', '/shares/public/:id/topology', GetPublicShareTopologyDocument, { query: ['embed', 'view'] }),
];
