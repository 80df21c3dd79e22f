// Descriptions of subnets, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    SubnetType: { metadata: 'subnetTypes', type: 'Purposes of a subnet.' },
  },
  fields: {
    subnetId: 'Id of its subnet.',
    subnetType: 'Purpose of the subnet.',
    subnetIds: 'Ids of subnets.',
  },
});
