// The delete mutations of every entity: by id, and in bulk.
import { actions, type Action } from '../auth/permissions';
import type { Prisma } from '../generated/prisma/client';
import { deleteAllVisible, deleteVisible, type Db } from '../data/tenancy/rows';
import type { ScopedDb } from '../data/tenancy/scoped-db';
import { changeShared } from '../data/tenancy/shared-rows';
import type { Viewer } from '../data/tenancy/viewer';
import { isShared } from '../data/tenancy/visible-rows';
import { builder } from './builder';
import { inWords, toPlural } from '../platform/text/names';

/** Maximum number of ids in one bulk delete. */
const maximumDeleted = 10_000;

/** The result of a bulk delete: `{deletedCount, requestedCount}`. */
export const deleteResult = builder
  .objectRef<{ deletedCount: number; requestedCount: number }>('DeleteResult')
  .implement({
    description: 'Result of a bulk delete.',
    fields: (t) => ({
      deletedCount: t.exposeInt('deletedCount', { description: 'Number of deleted rows.' }),
      requestedCount: t.exposeInt('requestedCount', { description: 'Number of ids in the request.' }),
    }),
  });

/** The argument `ids` of a bulk delete. */
export const deletedIds = {
  type: ['UUID'] as ['UUID'],
  required: true as const,
  description: `1 to ${maximumDeleted} ids. Missing and inaccessible ones are skipped, duplicates count once.`,
  extensions: { jsonSchema: { minItems: 1, maxItems: maximumDeleted } },
};

/** A sentence for the descriptions of mutations that delete rows which several networks share. */
export const sharedRefusal = 'Used in a network that the caller does not reach: `entity_access_denied`.';

/** Models whose delete action is in the table of permissions. */
type Deletable = { [M in Prisma.ModelName]: `delete${M}` extends Action ? M : never }[Prisma.ModelName];

export interface Deletes {
  /** The consequences of a deletion, as a sentence for the description of the mutation. */
  readonly effect: string;
  /** Name of the relation to the rows that prevent the deletion of a row. */
  readonly inUseThrough?: string;
  /** Called before the rows are deleted, in the same transaction. Some of the ids may be missing or inaccessible. */
  readonly before?: (tx: Db, viewer: Viewer, ids: readonly string[]) => Promise<void>;
}

/** Adds the mutations `deleteX(id)` and `deleteXs(ids)` of a model to the schema. */
export function defineDeletes(model: Deletable, options: Deletes): void {
  const many = `delete${toPlural(model)}` as Action;
  if (!actions.includes(many)) throw new Error(`${many} is missing in src/auth/permissions.ts`);
  const { inUseThrough, before } = options;
  const effect = isShared(model) ? `${options.effect} ${sharedRefusal}` : options.effect;
  const remove = <T>(db: ScopedDb, viewer: Viewer, ids: readonly string[], deleteRows: (tx: Db) => Promise<T>) =>
    before
      ? db.$transaction(async (tx) => {
          await before(tx, viewer, ids);
          return deleteRows(tx);
        })
      : changeShared(db, viewer, model, ids, deleteRows);
  builder.mutationField(`delete${model}`, (t) =>
    t.field({
      type: 'UUID',
      description: `Deletes one ${inWords(model)} and returns its id. ${effect} Missing or not accessible: \`entity_not_found\`.`,
      authScopes: { action: `delete${model}` },
      args: { id: t.arg({ type: 'UUID', required: true }) },
      resolve: async (_root, { id }, { db, viewer }) => {
        await remove(db, viewer, [id], (tx) => deleteVisible(tx, model, id));
        return id;
      },
    }),
  );
  builder.mutationField(many, (t) =>
    t.field({
      type: deleteResult,
      description: `Deletes ${toPlural(inWords(model))} as \`delete${model}\` does.${inUseThrough ? ' If one is in use, none is deleted.' : ''}`,
      authScopes: { action: many },
      args: {
        ids: t.arg(deletedIds),
      },
      resolve: async (_root, { ids }, { db, viewer }) => ({
        deletedCount: await remove(db, viewer, ids, (tx) => deleteAllVisible(tx, model, ids, inUseThrough)),
        requestedCount: ids.length,
      }),
    }),
  );
}
