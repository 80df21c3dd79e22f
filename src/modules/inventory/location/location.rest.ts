// The REST route for locating machines and addresses. `location.rest.graphql` has its GraphQL document.
import { LocateInNetworkDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const locationRoutes = [route('get', '/networks/:id/locate', LocateInNetworkDocument)];
