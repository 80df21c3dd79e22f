// REST routes of groups. `group.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteGroupsDocument,
  CreateGroupDocument,
  DeleteGroupDocument,
  GetGroupByIdDocument,
  ListGroupsDocument,
  UpdateGroupDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('group_type', 'network_id');

export const groupRoutes = [
  route('get', '/groups', ListGroupsDocument, { order }),
  csvRoute('/groups/export/csv', ListGroupsDocument, 'ExportGroupsCsv', { order }),
  route('post', '/groups', CreateGroupDocument),
  route('get', '/groups/:id', GetGroupByIdDocument),
  route('put', '/groups/:id', UpdateGroupDocument),
  route('delete', '/groups/:id', DeleteGroupDocument),
  route('post', '/groups/bulk-delete', BulkDeleteGroupsDocument, { body: 'ids' }),
];
