// REST routes of host identity: suggestions that two hosts are one machine, answers to them, evidence, and undoing
// merges. `identity.rest.graphql` has the GraphQL documents that are not generated.
import {
  AnswerIdentitySuggestionDocument,
  GetHostIdentityDocument,
  GetIdentitySuggestionByIdDocument,
  ListIdentitySuggestionsDocument,
  SplitHostDocument,
  WhySameHostDocument,
} from '../../../../generated/operations';
import { csvRoute, route } from '../../../../rest/route';

const order = { created_at: 'createdAt', updated_at: 'updatedAt', state: 'state' } as const;

export const identityRoutes = [
  route('get', '/identity-suggestions', ListIdentitySuggestionsDocument, { order }),
  csvRoute('/identity-suggestions/export/csv', ListIdentitySuggestionsDocument, 'ExportIdentitySuggestionsCsv', {
    order,
  }),
  route('get', '/identity-suggestions/:id', GetIdentitySuggestionByIdDocument),
  route('post', '/identity-suggestions/:id/answer', AnswerIdentitySuggestionDocument),
  route('get', '/hosts/:id/identity', GetHostIdentityDocument),
  route('get', '/hosts/:id/why-same/:other', WhySameHostDocument),
  route('post', '/hosts/:id/split', SplitHostDocument),
];
