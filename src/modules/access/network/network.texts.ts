// Descriptions of networks, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    networkId: 'Id of its network.',
    networkIds: 'Ids of its networks.',
  },
  arguments: {
    networkId: 'Id of the network.',
  },
});
