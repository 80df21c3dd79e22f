// REST routes of ports.
import { GetPortByIdDocument, ListPortsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const portRoutes = [route('get', '/ports', ListPortsDocument), route('get', '/ports/:id', GetPortByIdDocument)];
