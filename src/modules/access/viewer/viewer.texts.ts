// Descriptions of the viewer, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    via: 'Kind of credential that the caller sent.',
  },
});
