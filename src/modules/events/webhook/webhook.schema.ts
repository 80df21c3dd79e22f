// GraphQL type, queries and mutations of webhooks. Admins can read URLs. Secrets are shown only when they are created.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { listLimits } from '../../../data/tenancy/list-limits';
import { requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput, inputColumns } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import {
  choice,
  flag,
  id,
  inForm,
  of,
  optional,
  readOnly,
  text,
  time,
  withDefault,
  withDescription,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { relatedList } from '../../../graphql/lists/list';
import { holds, list, text as textBounds } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import { eventKinds, eventSeverities, mostRoles } from '../deciding/kinds';
import type { Sending } from '../delivering/send-message';
import { longestHeaderName, longestHeaderValue, mostHeaders } from '../messages/own-headers';
import { formerSecretHours } from '../messages/signatures';
import { createWebhook, rotateSecret, updateWebhook, type MadeWebhook } from './webhook.actions';
import { webhookUrl } from './webhook-fields';

const byNetwork = [{ networkId: 'asc' }];
const { webhookNetworks: mostNetworks, webhookTags: mostTags } = listLimits;

const urlText =
  'URL of the receiver, 1 to 2000 characters; `https`, or `http` where the server may connect to private addresses.';
const columns = {
  name: text(1, 100),
  url: inForm(withDescription(text(1, 2_000), urlText), webhookUrl),
  format: withDefault(choice('WebhookFormat', 'Form of its messages; Netloom if left out on create.')),
  enabled: withDefault(flag('Whether events are sent; true if left out on create.')),
};

listedEntity('Webhook', {
  mixins: [],
  fields: {
    ...columns,
    allNetworks: readOnly(flag()),
    stoppedBecause: readOnly(optional(choice('WebhookStop'))),
    failingSince: readOnly(optional(time())),
    deliveredAt: readOnly(optional(time())),
    createdByUserId: readOnly(optional(id())),
  },
  list: {
    name: 'webhooks',
    description: 'Webhooks all of whose networks the caller can access, oldest first by default.',
    action: 'webhooks',
  },
  getter: { name: 'webhook', action: 'webhook' },
  filter: {
    networkIds: {
      type: ['UUID'],
      description: 'Is for one of these networks, or for all.',
      where: (ids: string[]) => ({ OR: [{ allNetworks: true }, { scope: { some: { networkId: { in: ids } } } }] }),
    },
  },
  order: ['name', 'format', 'enabled', 'failingSince', 'deliveredAt'],
});

builder.prismaObjectFields('Webhook', (t) => ({
  networkIds: joinIds(t, 'scope', 'networkId', { orderBy: byNetwork }),
  networks: joinList(t, 'Webhook', 'scope', 'network', {
    description: 'Its networks; empty for a webhook of all networks.',
    orderBy: byNetwork,
  }),
  kinds: t.expose('kinds', {
    type: [enumRef('NetworkEventKind')],
    description: 'Kinds of events that are sent; empty = all.',
    ...holds(eventKinds.length, 3),
  }),
  severities: t.expose('severities', {
    type: [enumRef('NetworkEventSeverity')],
    description: 'Severities of events that are sent; empty = all.',
    ...holds(eventSeverities.length, 2),
  }),
  tagIds: t.expose('tagIds', {
    type: ['UUID'],
    description: 'Only events about hosts with one of these tags are sent; empty = all.',
    ...holds(mostTags, 2),
  }),
  roles: t.expose('roles', {
    type: [enumRef('HostRole')],
    description: 'Only events about hosts with one of these roles are sent; empty = all.',
    ...holds(mostRoles, 2),
  }),
  headerNames: t.exposeStringList('headerNames', {
    description: 'Names of its own headers. Their values are not returned.',
    ...holds(mostHeaders, 1),
  }),
  formerSecretUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Until when the secret before the last rotation signs too; null if it does not any more.',
    select: { formerSecretUntil: true },
    resolve: ({ formerSecretUntil }, _args, { requestedAt }) =>
      formerSecretUntil && formerSecretUntil > requestedAt ? formerSecretUntil : null,
  }),
  nextAttemptAt: t.expose('dueAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time of the next attempt after a failure; null if none failed.',
  }),
  createdByUser: userRelation(t, 'createdByUser', 'The user on whose rights deliveries depend; null if deleted.'),
  deliveries: relatedList(t, 'deliveries', 'Webhook', { description: 'Its messages of the last 30 days.' }),
}));

const headerInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header that requests to the receiver have.',
  fields: (t) => ({
    name: t.string({
      required: true,
      ...textBounds(1, longestHeaderName),
      description: `Name, 1 to ${longestHeaderName} characters. Not \`host\`, \`content-*\`, \`webhook-*\` or a header of the connection.`,
    }),
    value: t.string({
      ...textBounds(1, longestHeaderValue),
      description: `Value in one line of ASCII, 1 to ${longestHeaderValue} characters. Left out in an update: the stored value.`,
    }),
  }),
});

const inputs = {
  ...columns,
  allNetworks: withDefault(
    flag(
      'Whether it is for all networks, later ones included, as far as an API key that made it reaches them. Needs an Admin of all.',
    ),
  ),
  networkIds: withDefault(
    of(['UUID'], {
      ...list(mostNetworks),
      description: `Ids of its networks, at most ${mostNetworks}, all of which the caller can access.`,
    }),
  ),
  kinds: withDefault(
    of([enumRef('NetworkEventKind')], { description: 'Kinds of events that are sent; empty or null = all.' }),
    [],
  ),
  severities: withDefault(
    of([enumRef('NetworkEventSeverity')], { description: 'Severities that are sent; empty or null = all.' }),
    [],
  ),
  tagIds: withDefault(
    of(['UUID'], {
      ...list(mostTags),
      description: `Only events about hosts with one of these tags, at most ${mostTags}; empty or null = all.`,
    }),
    [],
  ),
  roles: withDefault(
    of([enumRef('HostRole')], { description: 'Only events about hosts with one of these roles; empty or null = all.' }),
    [],
  ),
  headers: optional(
    of([headerInput], {
      ...list(mostHeaders),
      description: `The complete list of its own headers, at most ${mostHeaders}; null = none.`,
    }),
  ),
};
const stored = {
  ...columns,
  kinds: inputs.kinds,
  severities: inputs.severities,
  tagIds: inputs.tagIds,
  roles: inputs.roles,
};
const createInput = buildCreateInput('Webhook', inputs);
const updateInput = buildUpdateInput('Webhook', inputs, 'Fields left out keep their value.');

/** Returns what `sendMessage` needs for a request. The service does not send messages to its own public URL. */
export const sendingOf = ({ outbound, secretBox, publicUrl }: GraphqlContext): Sending => ({
  outbound,
  secretBox,
  ownUrls: [publicUrl],
});

const createdRef = builder.objectRef<MadeWebhook>('CreateWebhookResult').implement({
  description: 'A new webhook and its secret.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The secret that signs its messages. Returned only once.',
      extensions: { isSecret: true },
    }),
    webhook: t.prismaField({
      type: getRefFromModel('Webhook', builder),
      description: 'The webhook without its secret.',
      resolve: (query: object, createdWebhook: { id: string }, _args, { db }) =>
        requireVisible(db, 'Webhook', createdWebhook.id, query),
    }),
  }),
});

const refusals =
  'An address that the server does not connect to: `outbound_address_refused`. Filters that nothing can match: `webhook_matches_nothing`.';

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: createdRef,
    description: `Creates a webhook, at most ${listLimits.webhooks} in an organization. ${refusals}`,
    authScopes: { action: 'createWebhook' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const { name, url } = input;
      const values = { name, url, ...inputColumns('Webhook', stored, input) };
      return createWebhook(context.db, context.viewer, sendingOf(context), values, input);
    },
  }),
);

builder.mutationField('updateWebhook', (t) =>
  t.prismaField({
    type: 'Webhook',
    description: `Updates a webhook. Switching it on makes the caller the one on whose rights its deliveries depend. ${refusals}`,
    authScopes: { action: 'updateWebhook' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id: webhookId, input: { expectedUpdatedAt, ...given } }, context) => {
      const { db, viewer } = context;
      const values = inputColumns('Webhook', stored, given);
      await updateWebhook(db, viewer, sendingOf(context), webhookId, values, given, expectedUpdatedAt);
      return requireVisible(db, 'Webhook', webhookId, query);
    },
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.string({
    description: `Replaces the secret of a webhook and returns the new one. The old secret signs beside it for ${formerSecretHours} hours.`,
    extensions: { isSecret: true },
    authScopes: { action: 'rotateWebhookSecret' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_root, { id: webhookId }, { db, viewer, secretBox }) => rotateSecret(db, viewer, secretBox, webhookId),
  }),
);

defineDeletes('Webhook', { effect: 'Its waiting messages are not sent.' });
