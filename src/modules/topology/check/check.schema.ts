// Checks in GraphQL: their type, list, getter and mutations.
import { storedJson } from '../../../data/model/stored-json';
import { listLimits } from '../../../data/tenancy/list-limits';
import { requireVisible } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput, inputColumns } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import {
  choice,
  flag,
  id,
  of,
  onUpdate,
  optional,
  readOnly,
  text,
  time,
  withDefault,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { relatedList } from '../../../graphql/lists/list';
import { list, text as textBounds } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import type { CheckSelection } from '../judging/check-rules';
import type { VerdictState } from '../judging/verdict';
import { createCheck, deleteChecks, muteCheck, updateCheck } from './check.actions';
import { runnableQuery } from '../query-check/check-query';
import { mostPoints } from '../query-check/query-document';
import { isOffered } from './check-kinds';
import { kindEnum, ruleInput, ruleRef, selectionInput, selectionRef } from './check-rule.schema';
import { ruleOfRow } from './check-selection';

const byNetwork = [{ networkId: 'asc' }];
const columns = {
  name: text(1, 100),
  description: optional(text(0, 2_000)),
  severity: withDefault(
    choice('CheckSeverity', 'How grave it is when the check fails; Warning if left out on create.'),
  ),
  enabled: withDefault(flag('Whether it is judged; true if left out on create.')),
};

listedEntity('Check', {
  mixins: [],
  fields: {
    ...columns,
    allNetworks: readOnly(flag()),
    mutedUntil: readOnly(optional(time())),
    mutedReason: readOnly(optional(text(0, 500))),
    mutedByUserId: readOnly(optional(id())),
  },
  list: { name: 'checks', description: 'Checks of networks that the caller can access, oldest first by default.' },
  getter: { name: 'check' },
  filter: {
    verdicts: true,
    networkIds: {
      type: ['UUID'],
      description: 'Is for one of these networks, or for all.',
      where: (ids: string[]) => ({ OR: [{ allNetworks: true }, { scope: { some: { networkId: { in: ids } } } }] }),
    },
    kinds: {
      type: ['String'],
      description: 'Has a rule of one of these kinds.',
      where: (kinds: string[]) => ({ kind: { in: kinds } }),
    },
    states: {
      type: [enumRef('VerdictState')],
      description: 'Has one of these verdicts in a network that the caller can access.',
      where: (states: VerdictState[]) => ({ verdicts: { some: { state: { in: states } } } }),
    },
  },
  order: ['name', 'severity', 'enabled', 'kind', 'mutedUntil'],
});

builder.prismaObjectFields('Check', (t) => ({
  kind: t.field({
    type: kindEnum,
    nullable: true,
    description: 'Kind of its rule; null for a kind that this version does not know.',
    select: { kind: true },
    resolve: ({ kind }) => (isOffered(kind) ? kind : null),
  }),
  rule: t.field({
    type: ruleRef,
    nullable: true,
    description: 'What it demands; null for a kind that this version does not know.',
    select: { kind: true, rule: true },
    resolve: (row) => ruleOfRow(row) ?? null,
  }),
  documentCost: t.int({
    nullable: true,
    description: `Estimated cost of its GraphQL document in points, at most ${mostPoints}; null without one that can run.`,
    select: { kind: true, rule: true },
    resolve: (row, _args, _context, { schema }) => runnableQuery(schema, ruleOfRow(row))?.cost ?? null,
  }),
  selection: t.field({
    type: selectionRef,
    description: 'The hosts that it judges, with their ports, addresses and services.',
    select: { selection: true },
    resolve: ({ selection }) => storedJson<CheckSelection>(selection),
  }),
  networkIds: joinIds(t, 'scope', 'networkId', { orderBy: byNetwork }),
  networks: joinList(t, 'Check', 'scope', 'network', {
    description: 'Its networks that the caller can access; empty for a check of all networks.',
    orderBy: byNetwork,
  }),
  isMuted: t.boolean({
    description: 'Whether it is muted now. It is judged nevertheless.',
    select: { mutedUntil: true },
    resolve: ({ mutedUntil }, _args, { requestedAt }) => mutedUntil !== null && mutedUntil > requestedAt,
  }),
  mutedByUser: userRelation(t, 'mutedByUser', 'The user who muted it; null after that user is deleted.'),
  verdicts: relatedList(t, 'verdicts', 'Check', { description: 'Its verdicts, one for each network.' }),
  verdictChanges: relatedList(t, 'verdictChanges', 'Check', { description: 'Changes of the states of its verdicts.' }),
  acceptances: relatedList(t, 'acceptances', 'Check', { description: 'Its findings that are accepted as they are.' }),
}));

const { checkNetworks: mostNetworks } = listLimits;
const networkIds = withDefault(
  of(['UUID'], {
    ...list(mostNetworks),
    description: `Ids of its networks, at most ${mostNetworks}, all of which the caller can access.`,
  }),
);
const allNetworks = withDefault(flag('Whether it is for all networks, later ones included. Needs an Admin of all.'));
const ruleText =
  'What it demands. A rule that names hosts, ports or VLANs is for one network: otherwise `check_needs_one_network`.';
const rule = of(ruleInput, { description: ruleText });
const selection = optional(of(selectionInput, { description: 'The hosts that it judges; null = all.' }));
const inputs = { ...columns, allNetworks, networkIds, selection };
const createInput = buildCreateInput('Check', { ...inputs, rule });
const updateInput = buildUpdateInput('Check', { ...inputs, rule: onUpdate(withDefault(rule), ruleText) });

builder.mutationField('createCheck', (t) =>
  t.prismaField({
    type: 'Check',
    description: `Creates a check, at most ${listLimits.checks} in an organization. It is judged within seconds.`,
    authScopes: { action: 'createCheck' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }, { schema }) => {
      const { name } = input;
      const id = await createCheck(db, viewer, { ...inputColumns('Check', columns, input), name }, input, schema);
      return requireVisible(db, 'Check', id, query);
    },
  }),
);

builder.mutationField('updateCheck', (t) =>
  t.prismaField({
    type: 'Check',
    description:
      'Updates a check. A new rule or selection ends its verdicts, and it is judged anew. Not all its networks accessible: `entity_access_denied`.',
    authScopes: { action: 'updateCheck' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }, { schema }) => {
      await updateCheck(db, viewer, id, inputColumns('Check', columns, input), input, schema);
      return requireVisible(db, 'Check', id, query);
    },
  }),
);

builder.mutationField('muteCheck', (t) =>
  t.prismaField({
    type: 'Check',
    description: 'Mutes a check until a time. It is judged nevertheless.',
    authScopes: { action: 'muteCheck' },
    args: {
      id: t.arg({ type: 'UUID', required: true }),
      until: t.arg({ type: 'DateTime', required: true, description: 'End of the silence, in the future.' }),
      reason: t.arg.string({ ...textBounds(0, 500), description: 'Why it is muted. At most 500 characters.' }),
    },
    resolve: async (query, _root, { id, until, reason }, { db, viewer }) => {
      await muteCheck(db, viewer, id, { until, reason: reason || null });
      return requireVisible(db, 'Check', id, query);
    },
  }),
);

builder.mutationField('unmuteCheck', (t) =>
  t.prismaField({
    type: 'Check',
    description: 'Ends the silence of a check.',
    authScopes: { action: 'unmuteCheck' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (query, _root, { id }, { db, viewer }) => {
      await muteCheck(db, viewer, id, null);
      return requireVisible(db, 'Check', id, query);
    },
  }),
);

builder.mutationField('deleteCheck', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Deletes one check with its verdicts and returns its id. Missing or not accessible: `entity_not_found`. Not all its networks accessible: `entity_access_denied`.',
    authScopes: { action: 'deleteCheck' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db, viewer }) => {
      if ((await deleteChecks(db, viewer, [id], 'deleteCheck')) === 0)
        throw new AppError('entity_not_found', { entity: 'Check', id });
      return id;
    },
  }),
);

builder.mutationField('deleteChecks', (t) =>
  t.field({
    type: deleteResult,
    description: 'Deletes checks as `deleteCheck` does. If the caller may not delete one of them, none is deleted.',
    authScopes: { action: 'deleteChecks' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db, viewer }) => ({
      deletedCount: await deleteChecks(db, viewer, ids, 'deleteChecks'),
      requestedCount: ids.length,
    }),
  }),
);
