// REST routes of users' decisions on links. `link-decision.rest.graphql` has the GraphQL documents that are not
// generated.
import {
  BulkDeleteLinkDecisionsDocument,
  CreateLinkDecisionDocument,
  DeleteLinkDecisionDocument,
  GetLinkDecisionByIdDocument,
  ListLinkDecisionsDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const linkDecisionRoutes = [
  route('get', '/link-decisions', ListLinkDecisionsDocument),
  csvRoute('/link-decisions/export/csv', ListLinkDecisionsDocument, 'ExportLinkDecisionsCsv'),
  route('post', '/link-decisions', CreateLinkDecisionDocument),
  route('get', '/link-decisions/:id', GetLinkDecisionByIdDocument),
  route('delete', '/link-decisions/:id', DeleteLinkDecisionDocument),
  route('post', '/link-decisions/bulk-delete', BulkDeleteLinkDecisionsDocument, { body: 'ids' }),
];
