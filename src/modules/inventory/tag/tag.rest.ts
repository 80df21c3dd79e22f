// REST routes of tags and of their assignments. `tag.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteTagsDocument,
  BulkAddTagDocument,
  BulkRemoveTagDocument,
  CreateTagDocument,
  DeleteTagDocument,
  GetAllTagsDocument,
  GetTagByIdDocument,
  SetEntityTagsDocument,
  UpdateTagDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('color', 'is_application');

export const tagRoutes = [
  route('get', '/tags', GetAllTagsDocument, { order }),
  csvRoute('/tags/export/csv', GetAllTagsDocument, 'ExportTagsCsv', { order }),
  route('post', '/tags', CreateTagDocument),
  route('get', '/tags/:id', GetTagByIdDocument),
  route('put', '/tags/:id', UpdateTagDocument),
  route('delete', '/tags/:id', DeleteTagDocument),
  route('post', '/tags/bulk-delete', BulkDeleteTagsDocument, { body: 'ids' }),
  route('put', '/tags/assign', SetEntityTagsDocument),
  route('post', '/tags/assign/bulk-add', BulkAddTagDocument),
  route('post', '/tags/assign/bulk-remove', BulkRemoveTagDocument),
];
