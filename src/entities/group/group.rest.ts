// REST routes of groups.
import {
  BulkDeleteGroupsDocument,
  CreateGroupDocument,
  DeleteGroupDocument,
  GetGroupByIdDocument,
  ListGroupsDocument,
  UpdateGroupDocument,
} from '../../generated/operations';
import { route } from '../../rest/route';

export const groupRoutes = [
  route('get', '/groups', ListGroupsDocument),
  route('post', '/groups', CreateGroupDocument),
  route('get', '/groups/:id', GetGroupByIdDocument),
  route('put', '/groups/:id', UpdateGroupDocument),
  route('delete', '/groups/:id', DeleteGroupDocument),
  route('post', '/groups/bulk-delete', BulkDeleteGroupsDocument, { body: 'ids' }),
];
