// REST routes of import plans. `import-plan.rest.graphql` has the GraphQL documents that are not generated.
import {
  ApplyImportDocument,
  GetImportPlanByIdDocument,
  ListImportPlanRowsDocument,
  ListImportPlansDocument,
  PlanImportDocument,
} from '../../../../generated/operations';
import { csvRoute, route } from '../../../../rest/route';

const mostBytes = 64 * 1024 * 1024;

const order = {
  ...{ created_at: 'createdAt', updated_at: 'updatedAt' },
  ...{ file_name: 'fileName', expires_at: 'expiresAt', applied_at: 'appliedAt' },
};

export const importPlanRoutes = [
  route('get', '/imports', ListImportPlansDocument, { order }),
  csvRoute('/imports/export/csv', ListImportPlansDocument, 'ExportImportPlansCsv', { order }),
  route('post', '/imports', PlanImportDocument, {
    query: ['network_id', 'format', 'file_name', 'host', 'namespace', 'namespace_by'],
    upload: { networkIn: 'network_id', maximumBytes: mostBytes },
  }),
  route('get', '/imports/:id', GetImportPlanByIdDocument),
  route('get', '/imports/:id/rows', ListImportPlanRowsDocument),
  route('post', '/imports/:id/apply', ApplyImportDocument),
];
