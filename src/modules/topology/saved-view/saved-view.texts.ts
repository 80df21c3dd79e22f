// Descriptions of saved views, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    SavedViewVisibility: {
      type: 'Who reads a saved view.',
      values: {
        Own: 'Only the user who made it.',
        Organization: 'All members of the organization who can access its network. Its maker and Admins change it.',
      },
    },
  },
});
