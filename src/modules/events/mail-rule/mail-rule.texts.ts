// Descriptions of mail rules, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    MailRuleBuiltin: {
      type: 'A mail rule that every user has.',
      values: {
        DiscoveryDigest: 'New, gone and changed hosts of each complete discovery run.',
        DaemonAlerts: 'Daemons that no longer call.',
      },
    },
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
