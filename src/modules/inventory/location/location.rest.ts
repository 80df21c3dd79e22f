// The REST route that says where something is.
import { LocateInNetworkDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const locationRoutes = [route('get', '/networks/:id/locate', LocateInNetworkDocument)];
