// REST routes of decisions on links. GraphQL documents that are not generated: `link-decision.rest.graphql`.
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
