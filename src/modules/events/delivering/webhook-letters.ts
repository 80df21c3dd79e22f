// Composes the mail about a webhook that does not deliver. The mail describes the webhook's state at the time of
// sending.
import type { Composers } from '../../access';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { WebhookStop } from '../../../generated/prisma/enums';
import { withoutLinks } from '../../../platform/mail/letter';

const stopTexts: Readonly<Record<WebhookStop, string>> = {
  Gone: 'The receiver answered with status 410: it wants no more messages. Netloom has switched the webhook off.',
  Failing: 'The receiver has accepted no message for three days. Netloom has switched the webhook off.',
  TooManyWaiting: 'The receiver fails, and too many messages wait for it. Netloom has switched the webhook off.',
  RightsLost:
    'The user or API key that created the webhook no longer has the right to it. Netloom has switched the webhook off.',
};
const notDelivered =
  'Some messages were not delivered: the receiver did not accept them for two days, the API key of the webhook does not reach their network, or the webhook is no longer for their network. To send events of a network that was added later, add it to the key.';

/**
 * Returns the function that composes mails about trouble with webhooks. The recipient is the creator of the webhook.
 */
export const webhookLetters = (prisma: PrismaClient): Pick<Composers, 'WebhookTrouble'> => ({
  async WebhookTrouble({ recipient, subjectId }) {
    if (subjectId === null) return undefined;
    const webhook = await prisma.webhook.findFirst({
      where: { id: subjectId, createdByUser: { is: { email: recipient } } },
      select: { name: true, stoppedBecause: true },
    });
    if (!webhook) return undefined;
    const { stoppedBecause } = webhook;
    const name = withoutLinks(webhook.name);
    return {
      subject: stoppedBecause ? `The webhook ${name} is switched off` : `The webhook ${name} does not deliver`,
      paragraphs: [
        `This is about the webhook “${name}” that you created.`,
        stoppedBecause ? stopTexts[stoppedBecause] : notDelivered,
        'Its deliveries show what the receiver answered. They can be sent again for 30 days.',
      ],
    };
  },
});
