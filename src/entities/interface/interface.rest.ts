// REST routes of interfaces.
import { GetInterfaceByIdDocument, ListInterfacesDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const interfaceRoutes = [
  route('get', '/interfaces', ListInterfacesDocument),
  route('get', '/interfaces/:id', GetInterfaceByIdDocument),
];
