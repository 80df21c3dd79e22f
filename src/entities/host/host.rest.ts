// REST routes of hosts.
import { GetAllHostsDocument, GetHostByIdDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const hostRoutes = [
  route('get', '/hosts', GetAllHostsDocument, { aliases: ['/hosts'] }),
  route('get', '/hosts/:id', GetHostByIdDocument),
];
