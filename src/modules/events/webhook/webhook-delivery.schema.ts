// GraphQL type, queries and mutations for messages of webhooks: sending a message again, and sending a test message.
import { requireSelected, requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { pointsPerToken } from '../../../graphql/documents/cost';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, id, integer, optional, readOnly, text, time } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { holds } from '../../../graphql/plugin/bounds';
import type { Answer } from '../delivering/outcomes.sql';
import { isAccepted, keptBytes, sendMessage } from '../delivering/send-message';
import { mostEvents } from '../delivering/store-deliveries.sql';
import { composeContent } from '../messages/formats';
import { exampleMessage } from '../messages/kind-facts';
import type { Content } from '../messages/message';
import { nilId } from '../../../platform/text/validation';
import { redeliver } from './webhook.actions';
import { sendingOf } from './webhook.schema';

const answerTexts = {
  status: 'HTTP status of the answer; null if there was no usable answer.',
  text: `The first ${keptBytes} bytes of the answer; null if there was no usable answer.`,
};

listedEntity('WebhookDelivery', {
  mixins: [],
  fields: {
    webhookId: id(),
    state: choice('WebhookDeliveryState'),
    attempts: readOnly(integer(0)),
    attemptedAt: readOnly(optional(time())),
    nextAttemptAt: readOnly(optional(time())),
    endedAt: readOnly(optional(time())),
    answerStatus: readOnly(optional(integer(100, 999))),
    answerText: readOnly(optional(text(0, keptBytes))),
  },
  list: {
    name: 'webhookDeliveries',
    description: 'Messages of webhooks of the last 30 days, the latest first by default.',
    action: 'webhookDeliveries',
    defaultOrder: [
      { field: 'createdAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
    below: { argument: 'webhookId', model: 'Webhook' },
  },
  getter: { name: 'webhookDelivery', action: 'webhookDelivery' },
  filter: { network: true },
  order: ['state', 'attemptedAt', 'endedAt'],
});

builder.prismaObjectFields('WebhookDelivery', (t) => ({
  webhook: t.relation('webhook'),
  eventIds: t.expose('eventIds', {
    type: ['UUID'],
    description: 'Ids of its events, in their order.',
    ...holds(mostEvents, 3),
  }),
}));

builder.mutationField('redeliverWebhookDelivery', (t) =>
  t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends a message of a webhook again, after those that wait; one that waits is tried at once. Switched off: `entity_disabled`.',
    authScopes: { action: 'redeliverWebhookDelivery' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (query, _root, { id: deliveryId }, { db, viewer }) => {
      await redeliver(db, viewer, deliveryId);
      return requireVisible(db, 'WebhookDelivery', deliveryId, query);
    },
  }),
);

interface TestResult {
  readonly answer: Answer | undefined;
}
const testRef = builder.objectRef<TestResult>('WebhookTest').implement({
  description: 'What the receiver of a webhook answered to an example.',
  fields: (t) => ({
    isAccepted: t.boolean({
      description: 'Whether the receiver accepted the message: a status of 200 to 299.',
      resolve: ({ answer }) => isAccepted(answer),
    }),
    answerStatus: t.int({
      nullable: true,
      description: answerTexts.status,
      resolve: ({ answer }) => answer?.status ?? null,
    }),
    answerText: t.string({
      nullable: true,
      description: answerTexts.text,
      resolve: ({ answer }) => answer?.text ?? null,
    }),
  }),
});

const exampleNetwork = { id: nilId, name: 'Example' };

builder.mutationField('testWebhook', (t) =>
  t.field({
    type: testRef,
    description: 'Sends an example of an event to the receiver of a webhook now, also if it is switched off.',
    authScopes: { action: 'testWebhook' },
    // A test costs a whole token of the rate limit, so that one document cannot send many requests for one token.
    complexity: { field: pointsPerToken },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id: webhookId }, context) => {
      const select = {
        id: true,
        url: true,
        format: true,
        secrets: true,
        formerSecretUntil: true,
        kinds: true,
      } as const;
      const { kinds, ...receiver } = await requireSelected(context.db, 'Webhook', webhookId, select);
      const message = exampleMessage(kinds[0] ?? 'MachineSilent', context.requestedAt, exampleNetwork);
      return { answer: await sendMessage(sendingOf(context), receiver, message) };
    },
  }),
);

const previewRef = builder.objectRef<Content>('WebhookPreview').implement({
  description: 'What a message of a webhook looks like.',
  fields: (t) => ({
    contentType: t.exposeString('contentType', { description: 'Media type of the body.' }),
    body: t.exposeString('body', { description: 'The body, a JSON text.' }),
  }),
});

const exampleUrl = 'https://receiver.example/topic';

builder.queryField('webhookPreview', (t) =>
  t.field({
    type: previewRef,
    description: 'Returns an example of a message in a format, with one event of a kind.',
    args: {
      format: t.arg({ type: enumRef('WebhookFormat'), required: true, description: 'Form of the message.' }),
      kind: t.arg({ type: enumRef('NetworkEventKind'), required: true, description: 'Kind of its event.' }),
    },
    resolve: (_root, { format, kind }, { requestedAt }) =>
      composeContent(format, exampleMessage(kind, requestedAt, exampleNetwork), exampleUrl),
  }),
);
