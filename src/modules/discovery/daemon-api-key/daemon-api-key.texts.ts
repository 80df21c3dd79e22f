// Descriptions of keys of daemons, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    'CreateDaemonApiKeyResult.apiKey': 'The key without its secret.',
  },
});
