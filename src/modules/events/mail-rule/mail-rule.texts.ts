// Descriptions of mail rules, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    MailTiming: {
      type: 'When events are sent by mail.',
      values: {
        Now: 'At once, those that happen together in one mail; at most one mail a minute.',
        Hourly: 'At the next full hour.',
        Daily: 'At an hour of the day.',
      },
    },
  },
});
