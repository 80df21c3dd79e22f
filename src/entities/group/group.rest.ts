// REST routes of groups.
import { GetGroupByIdDocument, ListGroupsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const groupRoutes = [
  route('get', '/groups', ListGroupsDocument),
  route('get', '/groups/:id', GetGroupByIdDocument),
];
