// Suggested checks in GraphQL: rules that a network satisfies today and that most organizations want, and a mutation
// that creates checks from them.
import { requireScope } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { enumRef } from '../../../graphql/enums';
import { holds } from '../../../graphql/plugin/bounds';
import type { NamedSuggestion } from '../answers/checks/judge-checks';
import { mostSuggestions } from '../judging/suggest';
import { createSuggested } from './check-suggestions.actions';
import { ruleRef, selectionRef } from './check-rule.schema';
import { readStateToJudge, suggestForState } from './judged-state';

const suggestionRef = builder.objectRef<NamedSuggestion>('CheckSuggestion').implement({
  description: 'A rule that the network passes today and that most people want.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name for the check.' }),
    severity: t.expose('severity', { type: enumRef('CheckSeverity'), description: 'How grave it is when it fails.' }),
    rule: t.expose('rule', { type: ruleRef, description: 'What it demands.' }),
    selection: t.expose('selection', { type: selectionRef, description: 'The hosts that it judges.' }),
  }),
});

async function suggestionsFor(context: GraphqlContext, networkId: string): Promise<readonly NamedSuggestion[]> {
  requireScope(context.viewer, { networkId });
  const state = await context.atOneMoment(({ sql }) => readStateToJudge(sql, networkId, context.requestedAt));
  if (!state) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
  return suggestForState(state, context.workers);
}

builder.queryField('suggestedChecks', (t) =>
  t.field({
    type: [suggestionRef],
    description: `At most ${mostSuggestions} checks that the network passes today, most wanted first.`,
    extensions: { ...holds(mostSuggestions, 10).extensions, ...heavyWork },
    args: { networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }) },
    resolve: async (_root, { networkId }, context) => [...(await suggestionsFor(context, networkId))],
  }),
);

builder.mutationField('createSuggestedChecks', (t) =>
  t.prismaField({
    type: ['Check'],
    description:
      'Creates the suggested checks of a network that it does not have yet, and returns those that were created.',
    authScopes: { action: 'createSuggestedChecks' },
    extensions: { ...holds(mostSuggestions, 10).extensions, ...heavyWork },
    args: { networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }) },
    resolve: async (query, _root, { networkId }, context) => {
      const { db, viewer } = context;
      const ids = await createSuggested(db, viewer, networkId, await suggestionsFor(context, networkId));
      const rows = await db.check.findMany({ ...query, where: { id: { in: ids } } });
      return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },
  }),
);
