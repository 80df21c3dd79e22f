// Descriptions of suggestions that two hosts are one, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    IdentitySuggestionState: {
      type: 'What people have said of two hosts that may be one.',
      values: {
        Open: 'Nothing yet.',
        Later: 'They will say later.',
        Refused: 'They are two machines: no discovery merges them or asks again.',
      },
    },
  },
});
