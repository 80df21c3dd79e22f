// Descriptions of suggestions that two hosts are one, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    IdentitySuggestionState: {
      type: 'Answers of users to the suggestion that two hosts are one machine.',
      values: {
        Open: 'Not answered yet.',
        Later: 'Postponed by a user.',
        Refused: 'Two machines, as a user answered: no discovery merges them or suggests it again.',
      },
    },
  },
});
