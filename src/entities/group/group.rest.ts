// REST routes of groups.
import {
  BulkDeleteGroupsDocument,
  CreateGroupDocument,
  DeleteGroupDocument,
  GetGroupByIdDocument,
  ListGroupsDocument,
  UpdateGroupDocument,
} from '../../generated/operations';
import { csvRoute, route } from '../../rest/route';

export const groupRoutes = [
  route('get', '/groups', ListGroupsDocument),
  csvRoute('/groups/export/csv', ListGroupsDocument, 'ExportGroupsCsv'),
  route('post', '/groups', CreateGroupDocument),
  route('get', '/groups/:id', GetGroupByIdDocument),
  route('put', '/groups/:id', UpdateGroupDocument),
  route('delete', '/groups/:id', DeleteGroupDocument),
  route('post', '/groups/bulk-delete', BulkDeleteGroupsDocument, { body: 'ids' }),
];
