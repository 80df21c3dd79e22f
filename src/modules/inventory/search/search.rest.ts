// The REST route of the search. Documents that are not standard: `search.rest.graphql`.
import { SearchDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const searchRoutes = [route('get', '/search', SearchDocument)];
