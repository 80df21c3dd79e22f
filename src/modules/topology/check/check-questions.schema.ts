// GraphQL queries that judge a check without storing a verdict: of a check before it is saved, and of a check at past
// instants.
import { requireScope, requireSelected } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { enumRef } from '../../../graphql/enums';
import { holds, integer } from '../../../graphql/plugin/bounds';
import { resolvePeriod } from '../../history';
import type { CheckSelection } from '../judging/check-rules';
import { requireNamedRows } from './check.actions';
import { requireRunnable } from '../query-check/check-query';
import { judgementRef } from './check-verdict.schema';
import { ruleInput, selectionInput } from './check-rule.schema';
import { ruleOfRow, ruleOfStored, toStoredRule, toStoredSelection } from './check-selection';
import { effectiveVerdict } from './effective-verdict';
import { judgeTimeline, verdictsAt, type Timeline, type TimelinePart } from './check-timeline';

const states = { most: 200, usual: 50 };

builder.queryField('testCheck', (t) =>
  t.field({
    type: judgementRef,
    description: 'Judges a network by a rule without saving a check.',
    extensions: heavyWork,
    args: {
      networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }),
      rule: t.arg({ type: ruleInput, required: true, description: 'The rule to judge by.' }),
      selection: t.arg({ type: selectionInput, description: 'The hosts that are judged; null = all.' }),
    },
    resolve: async (_root, { networkId, ...given }, context, { schema }) => {
      const stored = toStoredRule(given.rule);
      const selection = toStoredSelection(given.selection);
      const query = requireRunnable(schema, ruleOfStored(stored), selection);
      requireScope(context.viewer, { networkId });
      await requireNamedRows(context.db, stored, selection, { allNetworks: false, networkIds: [networkId] });
      const checks = [{ rule: ruleOfStored(stored), selection }];
      const [verdict] = (await verdictsAt(context, { schema, networkId, checks, at: context.at })) ?? [];
      if (!verdict) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
      return { ...effectiveVerdict(verdict, new Set()), documentCost: query?.cost ?? null };
    },
  }),
);

const partRef = builder.objectRef<TimelinePart>('CheckTimelinePart').implement({
  description: 'A part of the time in which the verdict of a check said the same.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'Beginning of the part.' }),
    to: t.expose('to', { type: 'DateTime', nullable: true, description: 'End of the part; null for the last one.' }),
    state: t.expose('state', { type: enumRef('VerdictState'), description: 'What the judgement says.' }),
    findingCount: t.exposeInt('findingCount', { description: 'Number of findings, accepted ones included.' }),
  }),
});
const timelineRef = builder.objectRef<Timeline>('CheckTimeline').implement({
  description: 'The verdicts of a check over time. Findings that are accepted today count.',
  fields: (t) => ({
    parts: t.field({
      type: [partRef],
      ...holds(states.most, 5),
      description: 'Parts of the time, the earliest first.',
      resolve: ({ parts }) => [...parts],
    }),
    judgedStates: t.exposeInt('judgedStates', { description: 'Number of states of the network that were judged.' }),
    isTruncated: t.exposeBoolean('isTruncated', {
      description: 'Whether the period has earlier states that were not judged, or begins before the history.',
    }),
  }),
});

builder.queryField('checkTimeline', (t) =>
  t.field({
    type: timelineRef,
    nullable: true,
    description:
      'Judges the stored states of a network in a period, also from before the check existed. Null for a check of a kind that this version does not know.',
    extensions: heavyWork,
    args: {
      id: t.arg({ type: 'UUID', required: true, description: 'Id of the check.' }),
      networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }),
      from: t.arg({ type: 'DateTime', required: true, description: 'Beginning of the period.' }),
      to: t.arg({ type: 'DateTime', description: 'End of the period; null = now.' }),
      count: t.arg.int({
        defaultValue: states.usual,
        ...integer(1, states.most, 'Maximum number of judged states, the latest of the period.'),
      }),
    },
    resolve: async (_root, { id, networkId, from, to, count }, context, { schema }) => {
      requireScope(context.viewer, { networkId });
      const row = await requireSelected(context.db, 'Check', id, { kind: true, rule: true, selection: true });
      const rule = ruleOfRow(row);
      if (!rule) return null;
      const check = { rule, selection: row.selection as CheckSelection };
      const period = resolvePeriod(from, to, context);
      return judgeTimeline(context, { schema, networkId, check, ...period, most: count ?? states.usual });
    },
  }),
);
