// REST routes of services.
import { GetAllServicesDocument, GetServiceByIdDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const serviceRoutes = [
  route('get', '/services', GetAllServicesDocument, { aliases: ['/services'] }),
  route('get', '/services/:id', GetServiceByIdDocument),
];
