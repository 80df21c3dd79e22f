// REST routes of plans. GraphQL documents that are written by hand are in `plan.rest.graphql`.
import {
  BulkDeletePlansDocument,
  CreatePlanDocument,
  DeletePlanDocument,
  GetPlanByIdDocument,
  ListPlansDocument,
  UpdatePlanDocument,
  WhatIfOfPlanDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const planRoutes = [
  route('get', '/plans', ListPlansDocument),
  csvRoute('/plans/export/csv', ListPlansDocument, 'ExportPlansCsv'),
  route('post', '/plans', CreatePlanDocument),
  route('get', '/plans/:id', GetPlanByIdDocument),
  route('put', '/plans/:id', UpdatePlanDocument),
  route('delete', '/plans/:id', DeletePlanDocument),
  route('post', '/plans/bulk-delete', BulkDeletePlansDocument, { body: 'ids' }),
  route('get', '/plans/:id/what-if', WhatIfOfPlanDocument),
];
