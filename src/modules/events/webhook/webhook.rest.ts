// REST routes of webhooks and their messages. `webhook.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteWebhooksDocument,
  CreateWebhookDocument,
  DeleteWebhookDocument,
  GetWebhookByIdDocument,
  GetWebhookDeliveryByIdDocument,
  GetWebhookPreviewDocument,
  ListWebhookDeliveriesDocument,
  ListWebhooksDocument,
  RedeliverWebhookDeliveryDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const webhookRoutes = [
  route('get', '/webhooks', ListWebhooksDocument),
  csvRoute('/webhooks/export/csv', ListWebhooksDocument, 'ExportWebhooksCsv'),
  route('post', '/webhooks', CreateWebhookDocument),
  route('get', '/webhooks/preview', GetWebhookPreviewDocument),
  route('get', '/webhooks/:id', GetWebhookByIdDocument),
  route('put', '/webhooks/:id', UpdateWebhookDocument),
  route('delete', '/webhooks/:id', DeleteWebhookDocument),
  route('post', '/webhooks/bulk-delete', BulkDeleteWebhooksDocument, { body: 'ids' }),
  route('post', '/webhooks/:id/rotate-secret', RotateWebhookSecretDocument),
  route('post', '/webhooks/:id/test', TestWebhookDocument),
  route('get', '/webhooks/:id/deliveries', ListWebhookDeliveriesDocument),
  csvRoute('/webhooks/:id/deliveries/export/csv', ListWebhookDeliveriesDocument, 'ExportWebhookDeliveriesCsv'),
  route('get', '/webhook-deliveries/:id', GetWebhookDeliveryByIdDocument),
  route('post', '/webhook-deliveries/:id/redeliver', RedeliverWebhookDeliveryDocument),
];
