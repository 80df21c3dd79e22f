// REST routes of import plans. GraphQL documents that are not generated: `import-plan.rest.graphql`.
import {
  ApplyImportDocument,
  GetImportPlanByIdDocument,
  ListImportPlanRowsDocument,
  PlanImportDocument,
} from '../../../../generated/operations';
import { route } from '../../../../rest/route';

const mostBytes = 64 * 1024 * 1024;

export const importPlanRoutes = [
  route('post', '/imports', PlanImportDocument, {
    query: ['network_id', 'format', 'file_name', 'host', 'namespace', 'namespace_by'],
    upload: { networkIn: 'network_id', maximumBytes: mostBytes },
  }),
  route('get', '/imports/:id', GetImportPlanByIdDocument),
  route('get', '/imports/:id/rows', ListImportPlanRowsDocument),
  route('post', '/imports/:id/apply', ApplyImportDocument),
];
