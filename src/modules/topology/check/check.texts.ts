// Descriptions of checks, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    CheckSeverity: {
      type: 'How grave it is when a check fails.',
      values: { Info: 'Good to know.', Warning: 'To be repaired soon.', Critical: 'To be repaired now.' },
    },
    VerdictState: {
      type: 'What the judgement of a check says.',
      values: {
        Passing: 'Nothing contradicts the check, apart from accepted findings.',
        Failing: 'Something contradicts the check.',
        Unknown: 'Evidence is missing that the judgement would need.',
      },
    },
  },
});
