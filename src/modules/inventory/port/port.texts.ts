// Descriptions of TCP and UDP ports, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    TransportProtocol: {
      type: 'Transport protocols.',
      values: { Tcp: 'TCP (RFC 9293).', Udp: 'UDP (RFC 768).' },
    },
  },
  fields: {
    protocol: 'Transport protocol.',
    portIds: 'Ids of ports.',
    ports: 'Its open transport ports.',
    number: 'Transport port number.',
  },
});
