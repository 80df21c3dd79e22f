// Descriptions of wireless clients, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    WirelessBand: {
      type: 'Frequency band of a radio (IEEE 802.11).',
      values: { TwoPointFourGhz: '2.4 GHz.', FiveGhz: '5 GHz.', SixGhz: '6 GHz.' },
    },
  },
});
