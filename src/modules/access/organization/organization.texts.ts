// Descriptions of organizations, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    organizationId: 'Id of its organization.',
  },
});
