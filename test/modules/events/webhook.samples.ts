// Sample rows of webhooks and their messages.
import { randomUUID } from 'node:crypto';
import { nextName } from '../../support/sample-values';
import { createSecretBox } from '../../../src/platform/text/sealed-secrets';
import { testSecretsKey } from '../../support/secrets-key';
import type { Samples } from '../../support/samples';

const box = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);
/** A port of this machine at which nothing listens. */
const url = 'http://127.0.0.1:9/hook';

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, personId, tagIds }) => {
    const id = randomUUID();
    const webhookId = await add('Webhook', {
      ...{ id, organizationId, url, createdByUserId: personId, tagIds, roles: ['Switch'], kinds: ['PortDown'] },
      ...{
        headerNames: ['X-Sample'],
        secrets: box.seal(id, { secret: 'whsec_c2FtcGxl', headers: { 'X-Sample': 'x' } }),
      },
    });
    const place = { webhookId, networkId, organizationId };
    await add('WebhookNetwork', place);
    await add('WebhookDelivery', {
      ...{ ...place, state: 'Delivered', eventIds: [randomUUID()], attempts: 1, answerStatus: 200 },
      ...{ attemptedAt: new Date(), endedAt: new Date() },
    });
  },
  cases: {
    create_webhook: (side) => ({
      ...{ name: nextName(side, 'webhook'), url, network_ids: [side.networkId], kinds: ['PortDown', 'MachineSilent'] },
      ...{ severities: ['Warning'], roles: ['Switch'], headers: [{ name: 'X-Sample', value: 'sample' }] },
    }),
    rotate_webhook_secret: (side) => ({ id: side.id('Webhook') }),
    test_webhook: (side) => ({ id: side.id('Webhook') }),
    get_webhook_preview: () => ({ format: 'Slack', kind: 'MachineSilent' }),
    list_webhook_deliveries: (side) => ({ id: side.id('Webhook') }),
    export_webhook_deliveries_csv: (side) => ({ id: side.id('Webhook') }),
    redeliver_webhook_delivery: (side) => ({ id: side.id('WebhookDelivery') }),
  },
  operations: {
    list_webhooks: 'who is told of events',
    export_webhooks_csv: 'spreadsheets read them',
    create_webhook: 'one of them',
    get_webhook_by_id: 'one of them',
    get_webhook_preview: 'what a receiver gets, before there is one',
    update_webhook: 'one of them',
    delete_webhook: 'one of them',
    bulk_delete_webhooks: 'several of them',
    rotate_webhook_secret: 'a secret that others may know',
    test_webhook: 'whether the receiver answers',
    list_webhook_deliveries: 'what was sent, and what was answered',
    export_webhook_deliveries_csv: 'spreadsheets read them',
    get_webhook_delivery_by_id: 'one of them',
    redeliver_webhook_delivery: 'the receiver lost it',
  },
};
