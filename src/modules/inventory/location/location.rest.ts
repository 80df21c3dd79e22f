// The REST route for locating machines and addresses. Its GraphQL document is written in `location.rest.graphql`.
import { LocateInNetworkDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const locationRoutes = [route('get', '/networks/:id/locate', LocateInNetworkDocument)];
