// REST routes of checks, their verdicts and accepted findings. GraphQL documents that are written by hand are in
// `*.rest.graphql`.
import {
  AcceptFindingDocument,
  BulkDeleteChecksDocument,
  CreateCheckDocument,
  CreateSuggestedChecksDocument,
  DeleteCheckDocument,
  GetCheckAcceptanceByIdDocument,
  GetCheckByIdDocument,
  GetCheckTimelineDocument,
  GetCheckVerdictByIdDocument,
  GetCheckVerdictChangeByIdDocument,
  GetSuggestedChecksDocument,
  ListCheckAcceptancesDocument,
  ListChecksDocument,
  ListCheckVerdictChangesDocument,
  ListCheckVerdictsDocument,
  MuteCheckDocument,
  TableOfCheckVerdictsDocument,
  TestCheckDocument,
  UnmuteCheckDocument,
  UpdateCheckDocument,
  WithdrawAcceptanceDocument,
} from '../../../generated/operations';
import { wireOrder, wireOrderOf } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('severity', 'enabled', 'kind');
const verdictOrder = { order: wireOrderOf('created_at', 'updated_at', 'state', 'since', 'finding_count') };

export const checkRoutes = [
  route('get', '/checks', ListChecksDocument, { order }),
  csvRoute('/checks/export/csv', ListChecksDocument, 'ExportChecksCsv', { order }),
  route('post', '/checks', CreateCheckDocument),
  route('post', '/checks/test', TestCheckDocument),
  route('get', '/checks/suggested', GetSuggestedChecksDocument),
  route('post', '/checks/suggested', CreateSuggestedChecksDocument),
  route('get', '/checks/:id', GetCheckByIdDocument),
  route('get', '/checks/:id/timeline', GetCheckTimelineDocument),
  route('put', '/checks/:id', UpdateCheckDocument),
  route('delete', '/checks/:id', DeleteCheckDocument),
  route('post', '/checks/bulk-delete', BulkDeleteChecksDocument, { body: 'ids' }),
  route('post', '/checks/:id/mute', MuteCheckDocument),
  route('post', '/checks/:id/unmute', UnmuteCheckDocument),
  route('post', '/checks/:id/accept-finding', AcceptFindingDocument),
];
export const checkVerdictRoutes = [
  route('get', '/check-verdicts', ListCheckVerdictsDocument, verdictOrder),
  csvRoute('/check-verdicts/export/csv', TableOfCheckVerdictsDocument, 'ExportCheckVerdictsCsv', verdictOrder),
  route('get', '/check-verdicts/:id', GetCheckVerdictByIdDocument),
  route('get', '/check-verdict-changes', ListCheckVerdictChangesDocument),
  csvRoute('/check-verdict-changes/export/csv', ListCheckVerdictChangesDocument, 'ExportCheckVerdictChangesCsv'),
  route('get', '/check-verdict-changes/:id', GetCheckVerdictChangeByIdDocument),
];
export const checkAcceptanceRoutes = [
  route('get', '/check-acceptances', ListCheckAcceptancesDocument),
  csvRoute('/check-acceptances/export/csv', ListCheckAcceptancesDocument, 'ExportCheckAcceptancesCsv'),
  route('get', '/check-acceptances/:id', GetCheckAcceptanceByIdDocument),
  route('delete', '/check-acceptances/:id', WithdrawAcceptanceDocument),
];
