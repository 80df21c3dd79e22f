// Declares webhooks and their messages as entities: models of its parts, constraints and conflict errors.
import { defineEntity } from '../../../data/model/entity-manifest';

export const webhookManifest = defineEntity('Webhook', {
  parts: ['WebhookNetwork'],
  constraints: { webhook_networks_pkey: ['networkId'] },
  conflicts: {
    createWebhook: { webhooks_exceeded: 'the organization has as many webhooks as it may have.' },
  },
});
export const webhookDeliveryManifest = defineEntity('WebhookDelivery', {});
