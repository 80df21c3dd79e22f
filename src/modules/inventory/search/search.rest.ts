// The REST route of the search. GraphQL documents that are not generated: `search.rest.graphql`.
import { SearchDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const searchRoutes = [route('get', '/search', SearchDocument)];
