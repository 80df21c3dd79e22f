// Descriptions of IP addresses, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  fields: {
    ipAddressId: 'Id of the IP address.',
    ipAddressIds: 'Ids of IP addresses.',
    ipAddresses: 'Its IP addresses, by position.',
  },
});
