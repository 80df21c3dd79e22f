// The REST route for locating machines and addresses. Documents that are not standard: `location.rest.graphql`.
import { LocateInNetworkDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const locationRoutes = [route('get', '/networks/:id/locate', LocateInNetworkDocument)];
