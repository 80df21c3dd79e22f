// Restoring in GraphQL: a row as it was at an instant, and the rows of one change as they were before it.
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { holds } from '../../../graphql/plugin/bounds';
import { changeTypeEnum, fieldChangeRef } from '../field-changes';
import { changedFields, inventoryKindEnum, inventoryModel } from '../inventory-kinds';
import { mostRows } from './past-rows.sql';
import { rowKey, type Conflict } from './plan-writes';
import {
  kindOf,
  mostConflicts,
  restoreRevision,
  undoChange,
  type Restoration,
  type RestoredRow,
} from './restore.actions';

/** Maximum number of rows in a response. */
const mostShownRows = 1_000;

const restoredRowRef = builder.objectRef<RestoredRow>('RestoredRow').implement({
  description: 'A row that a restore changed, or would change.',
  fields: (t) => ({
    kind: t.field({ type: inventoryKindEnum, resolve: ({ model }) => kindOf(model)! }),
    entityId: t.expose('id', { type: 'UUID', description: 'Id of the row.' }),
    name: t.string({
      description: 'Name of the row, as `inventoryDiff` has it.',
      resolve: ({ before, after }) => (after ?? before)!['@name'] as string,
    }),
    changeType: t.field({
      type: changeTypeEnum,
      description: 'Added: the row came back. Removed: it was created by the change, and is deleted.',
      resolve: ({ before, after }) => (before === null ? 'Added' : after === null ? 'Removed' : 'Changed'),
    }),
    fields: t.field({
      type: [fieldChangeRef],
      description: 'Fields that the restore changes; of a row that comes back those with a value.',
      resolve: ({ model, before, after }) => changedFields(model, before, after),
    }),
  }),
});

const conflictRef = builder.objectRef<Conflict>('RestoreConflict').implement({
  description: 'What prevents a restore.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code, as of the mutation that would write the row.' }),
    message: t.string({
      description: 'The conflict as a sentence.',
      resolve: ({ code, params }) => new AppError(code, params).message,
    }),
    params: t.expose('params', {
      type: 'JSON',
      description: 'Values of the error. `held_by` is the id of the row that has the name, number or address.',
    }),
    kind: t.field({
      type: inventoryKindEnum,
      nullable: true,
      description: 'Kind of the row that cannot be restored; null if the database does not name it.',
      resolve: ({ model }) => kindOf(model),
    }),
    entityId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of that row.',
      resolve: ({ model, id }) => (kindOf(model) === null ? null : (id ?? null)),
    }),
  }),
});

/**
 * A restoration. `entityId` is the id of the row that the caller asked to restore; null if the caller asked to undo a
 * change.
 */
type Restored = Restoration & { readonly entityId: string | null };

const restorationRef = builder.objectRef<Restored>('Restoration').implement({
  description: 'What a restore changed, or with `isPreview` would change.',
  fields: (t) => ({
    entityId: t.expose('entityId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the restored row: a new id if the former one is in use elsewhere. Null for `undoChange`.',
    }),
    isPreview: t.exposeBoolean('isPreview', { description: 'Whether nothing was written.' }),
    isChanged: t.boolean({
      description: 'Whether any row differs; false if all are already as they were.',
      resolve: ({ rows }) => rows.length > 0,
    }),
    rowCount: t.int({ description: 'Number of changed rows.', resolve: ({ rows }) => rows.length }),
    rows: t.field({
      type: [restoredRowRef],
      ...holds(mostShownRows),
      description: `The changed rows by kind and id, at most ${mostShownRows}. Tags, tagged VLANs and members are fields of the row that has them.`,
      resolve: ({ rows }) => rows.slice(0, mostShownRows),
    }),
    conflictCount: t.int({ description: 'Number of conflicts.', resolve: ({ conflicts }) => conflicts.length }),
    conflicts: t.field({
      type: [conflictRef],
      ...holds(mostConflicts),
      description: `Conflicts of a preview, at most ${mostConflicts}. Without \`isPreview\` they are the error \`restore_conflict\`.`,
      resolve: ({ conflicts }) => conflicts.slice(0, mostConflicts),
    }),
  }),
});

const isPreview = 'Whether to write nothing, and only return what would change; false if left out.';

const restoreInput = builder.inputType('RestoreRevisionInput', {
  description: 'A row and an instant.',
  fields: (t) => ({
    kind: t.field({ type: inventoryKindEnum, required: true, description: 'Kind of the row.' }),
    id: t.field({ type: 'UUID', required: true, description: 'Id of the row.' }),
    at: t.field({ type: 'DateTime', required: true, description: 'Instant at which the row had the wanted state.' }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change that the caller knows. If it differs: `entity_changed`.',
    }),
    isPreview: t.boolean({ description: isPreview }),
  }),
});
const undoInput = builder.inputType('UndoChangeInput', {
  description: 'A change.',
  fields: (t) => ({
    eventId: t.field({
      type: 'UUID',
      required: true,
      description: 'Id of the audit event of the change, as histories and differences have it.',
    }),
    isPreview: t.boolean({ description: isPreview }),
  }),
});

const callerOf = ({ db, sql, viewer }: GraphqlContext) => ({ db, sql, viewer });

builder.mutationField('restoreRevision', (t) =>
  t.field({
    type: restorationRef,
    description:
      'Restores the fields and links that people write, as they were at an instant; needs the right to write the kind. A deleted row comes back under its id, or a new one if that is taken, with all that its deletion took; evidence, statistics and credentials do not.',
    authScopes: { action: 'restoreRevision' },
    args: { input: t.arg({ type: restoreInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { kind, id, at, expectedUpdatedAt } = input;
      const request = { model: inventoryModel(kind), id, at, expectedUpdatedAt, isPreview: input.isPreview ?? false };
      const restoration = await restoreRevision(callerOf(context), request);
      return { entityId: restoration.newIds.get(rowKey(request.model, id)) ?? id, ...restoration };
    },
  }),
);

builder.mutationField('undoChange', (t) =>
  t.field({
    type: restorationRef,
    description: `Takes back one change, at most ${mostRows} rows: deleted rows come back, changed fields get their old values, created rows are deleted. A field or row that was changed since is a conflict; inaccessible rows stay.`,
    authScopes: { action: 'undoChange' },
    args: { input: t.arg({ type: undoInput, required: true }) },
    resolve: async (_root, { input }, context) => ({
      entityId: null,
      ...(await undoChange(callerOf(context), { eventId: input.eventId, isPreview: input.isPreview ?? false })),
    }),
  }),
);
