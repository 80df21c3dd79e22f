// The REST route of the search. `search.rest.graphql` has its GraphQL document.
import { SearchDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const searchRoutes = [route('get', '/search', SearchDocument)];
