// Descriptions of users' decisions on links, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    LinkVerdict: {
      type: 'What a user has decided of a link.',
      values: {
        Proposed: 'There is a link that discovery has not found.',
        Confirmed:
          'A link that discovery has found is right: it stays without fresh evidence, and no other replaces it.',
        Refuted: 'There is no such link, whatever is reported.',
      },
    },
  },
});
