// Descriptions of webhooks, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    WebhookFormat: {
      type: 'Form of the messages of a webhook.',
      values: {
        Netloom: "Netloom's own JSON.",
        CloudEvents: 'A CloudEvent in JSON (structured mode).',
        Slack: 'A message of Slack with blocks.',
        Teams: 'An adaptive card for a workflow of Teams.',
        Discord: 'A message of Discord with an embed.',
        Ntfy: 'A message of ntfy; the URL names the topic.',
      },
    },
    WebhookStop: {
      type: 'Why the service switched a webhook off.',
      values: {
        Gone: 'The receiver answered with status 410.',
        Failing: 'The receiver accepted no message for three days.',
        TooManyWaiting: 'The receiver fails, and too many messages wait for it.',
        RightsLost: 'The user or API key that created it no longer has the right to it.',
      },
    },
    WebhookDeliveryState: {
      type: 'State of a message of a webhook.',
      values: {
        Waiting: 'It is to be sent, or to be tried again.',
        Delivered: 'The receiver accepted it.',
        GivenUp: 'The receiver did not accept it in time, or the webhook was switched off.',
        NotAllowed:
          'It was not sent: the API key of the webhook does not reach the network, or the webhook is no longer for it.',
      },
    },
  },
});
