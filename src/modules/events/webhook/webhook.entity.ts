// Declares the entities Webhook and WebhookDelivery: the model that belongs to a webhook, its unique constraint, and a
// conflict error (409).
import { defineEntity } from '../../../data/model/entity-manifest';

export const webhookManifest = defineEntity('Webhook', {
  parts: ['WebhookNetwork'],
  constraints: { webhook_networks_pkey: ['networkId'] },
  conflicts: {
    createWebhook: { webhooks_exceeded: 'the organization has as many webhooks as it may have.' },
  },
});
export const webhookDeliveryManifest = defineEntity('WebhookDelivery', {});
