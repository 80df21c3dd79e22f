// Deleting by id and in bulk: the two mutations that every kind of row has.
import { actions, type Action } from '../auth/permissions';
import type { Prisma } from '../generated/prisma/client';
import { deleteAllVisible, deleteVisible } from '../data/tenancy/rows';
import { pluralOf } from '../platform/text/names';
import { builder } from './builder';

/** Most ids that one bulk delete takes. */
const maximumDeleted = 10_000;

/** What a bulk delete answers: `{deletedCount, requestedCount}`. */
export const deleteResult = builder
  .objectRef<{ deletedCount: number; requestedCount: number }>('DeleteResult')
  .implement({
    description: 'What a bulk delete did.',
    fields: (t) => ({
      deletedCount: t.exposeInt('deletedCount', { description: 'Rows that are gone now and were within reach.' }),
      requestedCount: t.exposeInt('requestedCount', { description: 'Ids in the request.' }),
    }),
  });

/** The argument `ids` of a bulk delete. */
export const deletedIds = {
  type: ['UUID'] as ['UUID'],
  required: true as const,
  description: `1 to ${maximumDeleted} ids. Missing ones and those out of reach are skipped, duplicates count once.`,
  extensions: { jsonSchema: { minItems: 1, maxItems: maximumDeleted } },
};

/** Models whose deletion is in the table of permissions. */
type Deletable = { [M in Prisma.ModelName]: `delete${M}` extends Action ? M : never }[Prisma.ModelName];

/**
 * Publishes `deleteX(id)` and `deleteXs(ids)`. `effect` ends the sentence "Deletes a row and …". `inUseThrough` names
 * the relation whose rows keep one from being deleted.
 */
export function defineDeletes(model: Deletable, options: { effect: string; inUseThrough?: string }): void {
  const many = `delete${pluralOf(model)}` as Action;
  if (!actions.includes(many)) throw new Error(`${many} is missing in src/auth/permissions.ts`);
  const { effect, inUseThrough } = options;
  builder.mutationField(`delete${model}`, (t) =>
    t.field({
      type: 'UUID',
      description: `Deletes one, ${effect}, and answers its id. Missing or out of reach: \`entity_not_found\`.`,
      authScopes: { action: `delete${model}` },
      args: { id: t.arg({ type: 'UUID', required: true }) },
      resolve: async (_root, { id }, { db }) => {
        await deleteVisible(db, model, id);
        return id;
      },
    }),
  );
  builder.mutationField(many, (t) =>
    t.field({
      type: deleteResult,
      description: `Deletes many, ${effect}. One that is in use refuses them all.`,
      authScopes: { action: many },
      args: {
        ids: t.arg(deletedIds),
      },
      resolve: async (_root, { ids }, { db }) => ({
        deletedCount: await deleteAllVisible(db, model, ids, inUseThrough),
        requestedCount: ids.length,
      }),
    }),
  );
}
