// Plans in GraphQL: named lists of supposed changes of a network. Defines their type, list, getter and mutations.
import { storedJson } from '../../../data/model/stored-json';
import { assertRoom, listLimits } from '../../../data/tenancy/list-limits';
import { requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { userOf } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { defineDeletes } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput, inputColumns } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, of, onUpdate, optional, text, withColumns, withDefault } from '../../../graphql/entity/sheet-fields';
import { holds, list } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import { toChange } from '../judging/supposing/change-input';
import { mostChanges, type Change } from '../judging/supposing/changes';
import { changeInput } from '../what-if/supposed-change.schema';
import { plannedChangeRef } from './planned-change.schema';

const columns = { name: text(1, 100, ', unique in the network'), description: optional(text(0, 2_000)) };

listedEntity('Plan', {
  mixins: ['history'],
  fields: { createdByUserId: optional(id()), ...columns },
  list: { name: 'plans', description: 'Plans: lists of planned changes of networks. Oldest first by default.' },
  getter: { name: 'plan' },
  filter: { network: true },
  order: ['name'],
});

builder.prismaObjectFields('Plan', (t) => ({
  createdByUser: userRelation(t, 'createdByUser', 'The user who made it; null after that user is deleted.'),
  changes: t.field({
    type: [plannedChangeRef],
    description: 'Its changes, one after the other.',
    select: { changes: true },
    ...holds(mostChanges, 5),
    resolve: ({ changes }) => storedJson<Change[]>(changes),
  }),
}));

const changesText = `The changes, at most ${mostChanges}, one after the other. Later ones may name what earlier ones add.`;
const changes = withColumns(
  of([changeInput], { ...list(mostChanges), description: changesText }),
  (changeInputs: readonly object[] | null | undefined) => ({
    changes: changeInputs?.map((one) => toChange(one as Readonly<Record<string, unknown>>)) as object | undefined,
  }),
);
const createInput = buildCreateInput('Plan', { networkId: id('Id of the network.'), ...columns, changes });
const updateColumns = { ...columns, changes: onUpdate(withDefault(changes), 'Replaces the whole list.') };
const updateInput = buildUpdateInput('Plan', updateColumns);

builder.mutationField('createPlan', (t) =>
  t.prismaField({
    type: 'Plan',
    description: `Saves changes of a network as a plan, at most ${listLimits.plans} in a network. Nothing in the network changes.`,
    authScopes: { action: 'createPlan' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { networkId, name } = input;
      const { organizationId, userId: createdByUserId } = userOf(viewer);
      const data = { ...inputColumns('Plan', { ...columns, changes }, input), name };
      const planId = await db.$transaction(async (tx) => {
        await assertRoom(tx, 'Plan', { networkId }, 'plans', listLimits.plans);
        const row = { ...data, networkId, organizationId, createdByUserId };
        return (await tx.plan.create({ data: row, select: { id: true } })).id;
      });
      const row = await db.plan.findUnique({ ...query, where: { id: planId } });
      // The plan was saved, but its network was deleted before it could be returned.
      if (!row) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
      return row;
    },
  }),
);

builder.mutationField('updatePlan', (t) =>
  t.prismaField({
    type: 'Plan',
    description: 'Updates a plan. `changes` replaces the whole list.',
    authScopes: { action: 'updatePlan' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input: { expectedUpdatedAt, ...given } }, { db }) => {
      await requireVisible(db, 'Plan', id, { select: { id: true } });
      const data = inputColumns('Plan', updateColumns, given);
      return updateVisible(db, 'Plan', id, data, { query, expectedUpdatedAt });
    },
  }),
);

defineDeletes('Plan', { effect: 'The network stays as it is.' });
