// entity(): adds an entity to the GraphQL schema from its sheet, the declaration of the entity: its type and lists
// (listedEntity), and its create, update and delete mutations.
import type { Action } from '../../auth/permissions';
import { delegateOf } from '../../data/model/delegate';
import { columnsOf } from '../../data/model/model-fields';
import {
  forgottenOnMove,
  requireScope,
  requireVisible,
  scopeRefusal,
  updateFound,
  updateVisible,
  type Db,
} from '../../data/tenancy/rows';
import { assertRoom } from '../../data/tenancy/list-limits';
import type { ScopedDb } from '../../data/tenancy/scoped-db';
import { changeShared } from '../../data/tenancy/shared-rows';
import type { Viewer } from '../../data/tenancy/viewer';
import { isShared } from '../../data/tenancy/visible-rows';
import { builder } from '../builder';
import type { GraphqlContext } from '../context';
import { defineDeletes, sharedRefusal, type Deletes } from '../deletes';
import { inputColumns, buildCreateInput, buildUpdateInput } from './inputs';
import type { ChangedValues, ColumnValue, KeyOf, NewValues } from './inputs';
import { listedEntity, type ColumnOf, type ListedSheet, type ModelName, type RowOf } from './listed-entity';
import { organizationId } from './mixins';
import { id, type Fields, type ValueOf } from './sheet-fields';

/** Models that can have mutations: the table of permissions has an action to create, update and delete their rows. */
type Written = {
  [M in ModelName]: [`create${M}` | `update${M}` | `delete${M}`] extends [Action] ? M : never;
}[ModelName];

type Networked<M extends ModelName> = 'networkId' extends ColumnOf<M> ? { networkId: string } : unknown;
type Owned<M extends ModelName> = 'organizationId' extends ColumnOf<M> ? { organizationId: string } : unknown;

type CreateInput<M extends ModelName, F> = NewValues<F> & Networked<M>;
type UpdateInput<M extends ModelName, F> = ChangedValues<F> & { [K in keyof Networked<M>]?: string | null };
/** The columns of a new row, with the values of the create input in stored form. */
type NewColumns<M extends ModelName, F> = { [K in KeyOf<F, 'required'> & ColumnOf<M>]: ValueOf<F[K]> } & {
  [K in KeyOf<F, 'optional'> & ColumnOf<M>]?: ColumnValue<F[K]>;
} & Networked<M> &
  Owned<M>;

interface Caller {
  readonly db: ScopedDb;
  readonly viewer: Viewer;
}
/** The arguments of an action that creates a row. */
export interface Creation<Columns, Input = object> extends Caller {
  readonly input: Input;
  readonly columns: Columns;
}
/** The arguments of an action that changes a row. */
export interface Change<Row, Input = object> extends Caller {
  readonly storedRow: Row;
  readonly input: Input;
  readonly columns: Partial<Row>;
  readonly expectedUpdatedAt: Date | null | undefined;
}
interface Writes<M extends ModelName, F, I> {
  create(request: Creation<NewColumns<M, F & I>, CreateInput<M, F & I>>): Promise<string>;
  update(request: Change<RowOf<M>, UpdateInput<M, F & I>>): Promise<unknown>;
}
interface Sheet<M extends ModelName, F, I> extends ListedSheet<M, F> {
  /**
   * Inputs that are not fields of the type. If such an input is not a column either, it is passed to `write`, or
   * converted to columns by `withColumns`.
   */
  inputs?: I;
  /**
   * Maximum number of rows that the caller can access. A mutation that would create more rows is refused. Only for
   * entities whose rows are created by one statement.
   */
  most?: number;
  /** Descriptions of the create and update mutations. */
  create?: string;
  update?: string;
  /** Description of `UpdateXInput`. By default, the description says which fields null clears. */
  updateInput?: string;
  deletes: Deletes;
  /**
   * Functions that create and update a row, for entities that need several statements or read other rows. They run
   * after the network and the stored row were checked to be visible.
   */
  write?: Writes<M, F, I>;
}

/**
 * Adds an entity to the GraphQL schema from its sheet. Relations and computed fields are added with
 * `builder.prismaObjectFields`.
 */
export function entity<M extends Written, const F extends Fields, const I extends Fields = Record<never, never>>(
  model: M,
  sheet: Sheet<M, F, I>,
): void {
  listedEntity<M, F>(model, sheet);
  // `defineWrites` works with the fields of any entity, so the cast drops the types of this sheet's fields.
  defineWrites(model, sheet as unknown as AnySheet);
  defineDeletes(model, sheet.deletes);
}

type Values = Readonly<Record<string, unknown>>;
type AnySheet = Sheet<ModelName, Fields, Fields> & {
  write?: {
    create(request: Creation<Values, Values>): Promise<string>;
    update(request: Change<Values, Values>): Promise<unknown>;
  };
};
type WriteInput = Values & {
  networkId?: string | null;
  organizationId?: string | null;
  expectedUpdatedAt?: Date | null;
};

function defineWrites(model: Written, sheet: AnySheet): void {
  const hasColumn = (name: string) => columnsOf(model).has(name);
  const fields: Fields = {
    ...(hasColumn('networkId') ? { networkId: id() } : { organizationId }),
    ...sheet.fields,
    ...sheet.inputs,
  };
  const createInput = buildCreateInput(model, fields);
  const updateInput = buildUpdateInput(model, fields, sheet.updateInput);
  const hasSightings = hasColumn('networkId') && hasColumn('firstDiscoveryId');

  builder.mutationField(`create${model}`, (t) =>
    t.prismaField({
      type: model,
      ...(sheet.create && { description: sheet.create }),
      authScopes: { action: `create${model}` },
      args: { input: t.arg({ type: createInput, required: true }) },
      resolve: async (
        query: object,
        _root: unknown,
        { input }: { input: WriteInput },
        { db, viewer }: GraphqlContext,
      ) => {
        requireScope(viewer, input);
        const columns: Record<string, unknown> = inputColumns(model, fields, input);
        if (hasColumn('organizationId')) columns.organizationId = viewer.organizationId;
        if (sheet.most !== undefined) await assertRoom(db, model, {}, sheet.list.name, sheet.most);
        const createdRow = sheet.write
          ? await sheet.write.create({ db, viewer, input, columns })
          : ((await delegateOf(db, model).create({ data: columns, select: { id: true } })).id as string);
        return requireVisible(db, model, createdRow, query);
      },
    }),
  );
  builder.mutationField(`update${model}`, (t) =>
    t.prismaField({
      type: model,
      ...(sheet.update && { description: isShared(model) ? `${sheet.update} ${sharedRefusal}` : sheet.update }),
      authScopes: { action: `update${model}` },
      args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
      resolve: async (
        query: object,
        _root: unknown,
        args: { id: string; input: WriteInput },
        { db, viewer }: GraphqlContext,
      ) => {
        const { id, input } = args;
        const { expectedUpdatedAt } = input;
        const columns: Record<string, unknown> = inputColumns(model, fields, input);
        delete columns.organizationId;
        const change = <T>(work: (tx: Db) => Promise<T>) => changeShared(db, viewer, model, [id], work);
        if (!sheet.write && !scopeRefusal(viewer, input)) {
          // One statement suffices if the row exists and stays in its network. If the statement updates no row, the
          // code below finds out why.
          const { networkId, ...data } = columns;
          const where = { id, ...(networkId !== undefined && { networkId }) };
          const updatedRow = await change((tx) => updateFound(tx, model, where, data, { query, expectedUpdatedAt }));
          if (updatedRow) return updatedRow;
        }
        const storedRow: Values = await requireVisible(db, model, id);
        requireScope(viewer, input);
        if (hasSightings) Object.assign(columns, forgottenOnMove(storedRow as { networkId: string }, input.networkId));
        if (!sheet.write) return change((tx) => updateVisible(tx, model, id, columns, { query, expectedUpdatedAt }));
        await sheet.write.update({ db, viewer, storedRow, input, columns, expectedUpdatedAt });
        return requireVisible(db, model, id, query);
      },
    }),
  );
}
