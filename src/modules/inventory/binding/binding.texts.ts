// Descriptions of bindings, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    BindingType: {
      values: {
        IPAddress: 'A whole IP address, without a port.',
        Port: 'A transport port on one address or on all addresses of the host.',
      },
    },
  },
  fields: {
    bindingId: 'Id of the binding.',
    bindingIds: 'Ids of bindings.',
    bindings: 'Its bindings.',
  },
});
