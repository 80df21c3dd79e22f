// REST routes of mail rules. `mail-rule.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteMailRulesDocument,
  CreateMailRuleDocument,
  DeleteMailRuleDocument,
  GetMailRuleByIdDocument,
  GetMailRulePreviewDocument,
  ListMailRulesDocument,
  UpdateMailRuleDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const mailRuleRoutes = [
  route('get', '/mail-rules', ListMailRulesDocument),
  csvRoute('/mail-rules/export/csv', ListMailRulesDocument, 'ExportMailRulesCsv'),
  route('post', '/mail-rules', CreateMailRuleDocument),
  route('get', '/mail-rules/preview', GetMailRulePreviewDocument),
  route('get', '/mail-rules/:id', GetMailRuleByIdDocument),
  route('put', '/mail-rules/:id', UpdateMailRuleDocument),
  route('delete', '/mail-rules/:id', DeleteMailRuleDocument),
  route('post', '/mail-rules/bulk-delete', BulkDeleteMailRulesDocument, { body: 'ids' }),
];
