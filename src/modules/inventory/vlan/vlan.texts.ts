// Descriptions of VLANs, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    VlanPortMode: {
      values: { Native: 'Native VLAN: untagged frames.', Tagged: 'Frames with an 802.1Q tag.' },
    },
  },
  types: {
    ReportVlansInput: 'Scan results for VLANs.',
    ReportVlansResult: 'The rows of the reported VLANs.',
  },
  fields: {
    vlanNumber: 'IEEE 802.1Q VLAN ID.',
    vlanIds: 'Ids of VLANs.',
  },
  arguments: {
    vlanId: 'Id of the VLAN.',
  },
});
