// GraphQL type, queries and mutations of mail rules, and the preview of a mail.
import { listLimits } from '../../../data/tenancy/list-limits';
import { requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput, inputColumns } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import {
  choice,
  flag,
  inForm,
  integer,
  of,
  optional,
  readOnly,
  text,
  time,
  withDefault,
  withDescription,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { holds, list, text as textBounds, withForm } from '../../../graphql/plugin/bounds';
import { asHtml, asText, letterSubject, type Letter } from '../../../platform/mail/letter';
import { timeZoneName } from '../../../platform/text/time-zone';
import { nilId } from '../../../platform/text/validation';
import { eventKinds, eventSeverities, mostRoles } from '../deciding/kinds';
import { beginKinds } from '../mailing/begin-times';
import { composeExample } from '../mailing/builtin-letters';
import { composeRuleLetter } from '../mailing/rule-letter';
import { exampleEvents } from '../messages/kind-facts';
import { createMailRule, deleteMailRule, deleteMailRules, requireMatches, updateMailRule } from './mail-rule.actions';

const { mailRuleNetworks: mostNetworks, mailRuleTags: mostTags } = listLimits;

const zoneText = 'IANA time zone of its hours, such as `Europe/Paris`; UTC if left out on create.';
const columns = {
  name: text(1, 100),
  enabled: withDefault(
    flag('Whether mails are sent; true if left out on create. Of a built-in rule: the e-mail setting.'),
  ),
  timing: withDefault(choice('MailTiming', 'When mails are sent; Now if left out on create.')),
  hour: withDefault(integer(0, 23, 'Hour of the day at which daily mails are sent; 8 if left out on create.')),
  quietFrom: optional(integer(0, 23, 'Hour of the day from which on mails wait; null = never. Needs `quietTo`.')),
  quietTo: optional(
    integer(0, 23, 'Hour of the day at which mails that wait are sent as one; null = they never wait.'),
  ),
  timeZone: withDefault(inForm(withDescription(text(1, 100), zoneText), timeZoneName)),
};

listedEntity('MailRule', {
  mixins: [],
  fields: {
    ...columns,
    builtin: readOnly(
      optional(choice('MailRuleBuiltin', 'Which built-in rule of its user it is; null = the user made it.')),
    ),
    mailedAt: readOnly(optional(time())),
  },
  list: {
    name: 'mailRules',
    description: "The caller's own mail rules, oldest first by default.",
    action: 'mailRules',
  },
  getter: { name: 'mailRule', action: 'mailRule' },
  filter: {},
  order: ['name', 'enabled', 'timing', 'mailedAt', 'builtin'],
});

builder.prismaObjectFields('MailRule', (t) => ({
  networkIds: t.expose('networkIds', {
    type: ['UUID'],
    description: 'Networks whose events are sent; empty = all that the user can access.',
    ...holds(mostNetworks, 3),
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
}));

const inputs = {
  ...columns,
  networkIds: withDefault(
    of(['UUID'], {
      ...list(mostNetworks),
      description: `Networks whose events are sent, at most ${mostNetworks}; empty or null = all that the user can access.`,
    }),
    [],
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
};
const createInput = buildCreateInput('MailRule', inputs);
const updateInput = buildUpdateInput('MailRule', inputs, 'Fields left out keep their value.');
const refusal = 'Filters that nothing can match: `mail_rule_matches_nothing`.';

builder.mutationField('createMailRule', (t) =>
  t.prismaField({
    type: 'MailRule',
    description: `Creates a mail rule of the caller, at most ${listLimits.mailRules}. ${refusal}`,
    authScopes: { action: 'createMailRule' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const id = await createMailRule(db, viewer, { ...inputColumns('MailRule', inputs, input), name: input.name });
      return requireVisible(db, 'MailRule', id, query);
    },
  }),
);

builder.mutationField('updateMailRule', (t) =>
  t.prismaField({
    type: 'MailRule',
    description: `Updates a mail rule of the caller. \`enabled\` of a built-in rule is the e-mail setting of the user, which API keys do not change: \`auth_user_context_required\`. ${refusal}`,
    authScopes: { action: 'updateMailRule' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input: { expectedUpdatedAt, ...given } }, { db, viewer }) => {
      await updateMailRule(db, viewer, id, inputColumns('MailRule', inputs, given), expectedUpdatedAt);
      return requireVisible(db, 'MailRule', id, query);
    },
  }),
);

builder.mutationField('deleteMailRule', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Deletes one mail rule and returns its id. Events that wait for its mail are not sent. A built-in rule cannot be deleted. Missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'deleteMailRule' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db }) => {
      await deleteMailRule(db, id);
      return id;
    },
  }),
);

builder.mutationField('deleteMailRules', (t) =>
  t.field({
    type: deleteResult,
    description: 'Deletes mail rules as `deleteMailRule` does. If one is built in, none is deleted.',
    authScopes: { action: 'deleteMailRules' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db }) => ({
      deletedCount: await deleteMailRules(db, ids),
      requestedCount: ids.length,
    }),
  }),
);

const previewRef = builder.objectRef<Letter>('MailRulePreview').implement({
  description: 'What a mail of a rule looks like.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', resolve: letterSubject }),
    text: t.string({ description: 'The mail as plain text.', resolve: asText }),
    html: t.string({ description: 'The mail as HTML.', resolve: asHtml }),
  }),
});

/** Maximum number of events in the preview of a mail. */
const mostExamples = 3;
/** Seconds between the begin and the end of a made-up outage in the preview, such as a port that was down. */
const exampleSeconds = 754;

builder.queryField('mailRulePreview', (t) =>
  t.field({
    type: previewRef,
    description: `Returns an example of a mail of a rule, with made-up events that the rule admits. ${refusal}`,
    authScopes: { action: 'mailRulePreview' },
    args: {
      name: t.arg.string({ ...textBounds(1, 100), description: 'Name of the rule; Example if left out or null.' }),
      builtin: t.arg({ type: enumRef('MailRuleBuiltin'), description: 'The built-in rule; null = another rule.' }),
      kinds: t.arg({ type: [enumRef('NetworkEventKind')], description: 'Kinds of events; empty or null = all.' }),
      severities: t.arg({ type: [enumRef('NetworkEventSeverity')], description: 'Severities; empty or null = all.' }),
      timeZone: t.arg.string({ ...withForm(timeZoneName), description: 'IANA time zone of its times; null = UTC.' }),
    },
    resolve: (_root, { name, builtin, kinds, severities, timeZone }, { publicUrl, requestedAt }) => {
      const filter = { kinds: kinds ?? [], severities: severities ?? [], tagIds: [], roles: [] };
      requireMatches(filter);
      const rule = { name: name ?? 'Example', timeZone: timeZone ?? 'UTC' };
      if (builtin) return composeExample(builtin, rule, requestedAt, publicUrl);
      const events = exampleEvents(filter, mostExamples, requestedAt).map((event) => ({
        ...{ ...event, networkId: nilId, networkName: 'Example' },
        begunAt: event.kind in beginKinds ? new Date(requestedAt.getTime() - exampleSeconds * 1000) : null,
      }));
      return composeRuleLetter(rule, { events, total: events.length }, publicUrl);
    },
  }),
);
