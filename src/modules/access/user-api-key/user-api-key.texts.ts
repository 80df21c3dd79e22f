// Descriptions of API keys, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    'CreateUserApiKeyResult.apiKey': 'The key without its secret.',
    isEnabled: 'Whether it is accepted.',
    expiresAt: 'Expiry time; null = never.',
  },
});
