// REST routes of users. `user.rest.graphql` has the GraphQL documents that are not generated.
import {
  AdminUpdateUserDocument,
  BulkDeleteUsersDocument,
  DeleteUserDocument,
  GetAllUsersDocument,
  GetUserByIdDocument,
  UpdateUserDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const userRoutes = [
  route('get', '/users', GetAllUsersDocument),
  csvRoute('/users/export/csv', GetAllUsersDocument, 'ExportUsersCsv'),
  route('get', '/users/:id', GetUserByIdDocument),
  route('put', '/users/:id', UpdateUserDocument),
  route('delete', '/users/:id', DeleteUserDocument),
  route('put', '/users/:id/admin', AdminUpdateUserDocument),
  route('post', '/users/bulk-delete', BulkDeleteUsersDocument, { body: 'ids' }),
];
