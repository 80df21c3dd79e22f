// entity(): everything that entities have alike, made from a sheet: type, filter, order, inputs, list, getter, mutations.
import type { Action } from '../../auth/permissions';
import { delegateOf } from '../../data/model/delegate';
import { columnsOf, relationsOf } from '../../data/model/model-fields';
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
import type { Prisma } from '../../generated/prisma/client';
import { builder } from '../builder';
import { baseFields } from '../common-fields';
import type { GraphqlContext } from '../context';
import { defineDeletes, sharedRefusal } from '../deletes';
import { defineGetter } from '../getter';
import type { ComputedCondition } from '../lists/filter';
import { defineList, defineRootList, type ListDefinition } from '../lists/list';
import { mixinsOf, type MixinName, type SheetFilter } from './mixins';
import { enforcedBy, id, inputField, optional, type AnyField, type Field, type ValueOf } from './sheet-fields';

type ModelName = Prisma.ModelName;
/** Models whose mutations are in the table of permissions. */
type Written = {
  [M in ModelName]: [`create${M}` | `update${M}` | `delete${M}`] extends [Action] ? M : never;
}[ModelName];

type RowOf<M extends ModelName> = Prisma.TypeMap['model'][M]['payload']['scalars'];
type ColumnOf<M extends ModelName> = keyof RowOf<M> & string;
type Fields = Readonly<Record<string, AnyField>>;
/** A field of each column: of its kind, and null where the column may be. */
type FieldsOf<M extends ModelName> = {
  readonly [C in ColumnOf<M>]?: Field<
    NonNullable<RowOf<M>[C]>,
    null extends RowOf<M>[C] ? true : false,
    AnyField['presence']
  >;
};
type None<K extends PropertyKey> = { readonly [_ in K]?: never };

type KeyOf<F, P> = { [K in keyof F]: F[K] extends { presence: P } ? K : never }[keyof F];
type Networked<M extends ModelName> = 'networkId' extends ColumnOf<M> ? { networkId: string } : unknown;
type Owned<M extends ModelName> = 'organizationId' extends ColumnOf<M> ? { organizationId: string } : unknown;

type CreateInput<M extends ModelName, F> = { [K in KeyOf<F, 'required'>]: ValueOf<F[K]> } & {
  [K in KeyOf<F, 'optional'>]?: ValueOf<F[K]> | null;
} & Networked<M>;
type UpdateInput<M extends ModelName, F> = {
  [K in KeyOf<F, 'required' | 'optional'>]?: ValueOf<F[K]> | null;
} & { [K in keyof Networked<M>]?: string | null };
type ColumnValue<F> = F extends { isNullable: true; presence: 'optional' } ? ValueOf<F> | null : ValueOf<F>;
type GivenColumns<F> = { [K in KeyOf<F, 'required' | 'optional'>]?: ColumnValue<F[K]> };
/** What a new row is made of: the input's columns, in the form that the database keeps. */
type NewColumns<M extends ModelName, F> = { [K in KeyOf<F, 'required'> & ColumnOf<M>]: ValueOf<F[K]> } & {
  [K in KeyOf<F, 'optional'> & ColumnOf<M>]?: ColumnValue<F[K]>;
} & Networked<M> &
  Owned<M>;

interface Caller {
  readonly db: ScopedDb;
  readonly viewer: Viewer;
}
/** What an action is given that makes a row. */
export interface Creation<Columns, Input = object> extends Caller {
  readonly input: Input;
  readonly columns: Columns;
}
/** What an action is given that changes a row. */
export interface Change<Row, Input = object> extends Caller {
  readonly stored: Row;
  readonly input: Input;
  readonly columns: Partial<Row>;
  readonly expectedUpdatedAt: Date | null | undefined;
}
interface Writes<M extends ModelName, F, I> {
  /** Writes a new row and answers its id. */
  create(request: Creation<NewColumns<M, F & I>, CreateInput<M, F & I>>): Promise<string>;
  update(request: Change<RowOf<M>, UpdateInput<M, F & I>>): Promise<unknown>;
}
interface Sheet<M extends ModelName, F, I> {
  mixins: readonly MixinName[];
  /** The columns that have a field of their own, by their names. */
  fields: F & FieldsOf<M> & None<Exclude<keyof F, ColumnOf<M>>>;
  /** Inputs that no field of the type shows as they are; `write` takes those that are no columns, or `storedAs` says where they go. */
  inputs?: I;
  list: { name: string; description: string } & Pick<ListDefinition, 'defaultOrder' | 'relatedOrder'>;
  getter: { name: string };
  /** What rows can be selected by beside the fields: relations, columns without a field, conditions. */
  filter: SheetFilter;
  order: readonly ColumnOf<M>[];
  /** How many rows the caller may reach before no more are created, where one statement creates them. */
  most?: number;
  /** Descriptions of the mutations. */
  create?: string;
  update?: string;
  deletes: { effect: string };
  /** Writes of more than one statement, or that look at other rows. The scope and the stored row are visible by then. */
  write?: Writes<M, F, I>;
}

/** Publishes an entity. Relations and computed fields are added with `builder.prismaObjectFields`. */
export function entity<M extends Written, const F extends Fields, const I extends Fields = Record<never, never>>(
  model: M,
  sheet: Sheet<M, F, I>,
): void {
  const { list, getter, deletes, order } = sheet;
  const mixins = mixinsOf(sheet.mixins);
  const fields: Fields = sheet.fields;
  assertKinds(model, fields);
  builder.prismaObject(model, {
    select: { id: true },
    fields: (t) =>
      Object.assign(
        {},
        baseFields(t),
        scopeFields(t, model),
        exposed(t, fields),
        ...mixins.map((one) => one.fields(t, model)),
      ),
  });
  defineList(model, {
    isNetworkLevel: columnsOf(model).has('networkId'),
    filter: filterOf(model, fields, Object.assign({}, sheet.filter, ...mixins.map((one) => one.filter)) as SheetFilter),
    order: [...order, 'createdAt', 'updatedAt', ...mixins.flatMap((one) => one.order ?? [])],
    ...list,
  });
  defineRootList(list.name, model, list);
  defineGetter(getter.name, model);
  // Of which fields the sheet is made, its writes do not ask.
  defineWrites(model, sheet as unknown as AnySheet);
  defineDeletes(model, deletes);
}

/** The little of Pothos's field builder that is used here; the real one is generic over each entity. */
interface Fielder {
  expose(name: string, options: object): unknown;
  relation(name: string): unknown;
}

/** The network and the organization that a row belongs to, by id and as rows. */
function scopeFields(t: object, model: string): object {
  const fielder = t as Fielder;
  const scopes = ['network', 'organization'].filter((name) => columnsOf(model).has(`${name}Id`));
  return Object.fromEntries(
    scopes.flatMap((name) => [
      [`${name}Id`, fielder.expose(`${name}Id`, { type: 'UUID' })],
      ...(relationsOf(model).has(name) ? [[name, fielder.relation(name)]] : []),
    ]),
  ) as object;
}

const exposed = (t: object, fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, isNullable }]) => [
      name,
      (t as Fielder).expose(name, { type, nullable: isNullable }),
    ]),
  );

/** Texts and ids are both strings to TypeScript: those that are mixed up fail at the start. */
function assertKinds(model: string, fields: Fields): void {
  for (const [name, { type }] of Object.entries(fields)) {
    const column = columnsOf(model).get(name);
    if ((column?.kind === 'uuid') !== (type === 'UUID')) throw new Error(`${model}.${name} is of another kind`);
  }
}

const isFilterable = (model: string, name: string): boolean => columnsOf(model).get(name)?.isList === false;

function filterOf(model: string, fields: Fields, more: SheetFilter) {
  const entries = Object.entries(more);
  const columns = ['id', 'networkId', ...Object.keys(fields), 'createdAt', 'updatedAt'];
  const named = entries.filter(([name]) => columnsOf(model).has(name)).map(([name]) => name);
  const isComputed = (value: SheetFilter[string]): value is ComputedCondition => value !== true && 'where' in value;
  return {
    columns: [...columns, ...named].filter((name) => isFilterable(model, name)),
    relations: Object.fromEntries(
      entries.filter(([name, value]) => !columnsOf(model).has(name) && !isComputed(value)),
    ) as Record<string, true | readonly [string, string]>,
    computed: Object.fromEntries(entries.filter(([, value]) => isComputed(value))) as Record<string, ComputedCondition>,
  };
}

type Values = Readonly<Record<string, unknown>>;
type AnySheet = Sheet<ModelName, Fields, Fields> & {
  write?: {
    create(request: Creation<Values, Values>): Promise<string>;
    update(request: Change<Values, Values>): Promise<unknown>;
  };
};
type Given = Values & { networkId?: string | null; organizationId?: string | null; expectedUpdatedAt?: Date | null };

const ownOrganization = id("Id of the organization of the network; default: the caller's.");
const expectedUpdatedAt = {
  type: 'DateTime',
  description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
};

/** A field that may be left out but not be null. */
const isNotNull = ({ presence, isNullable, valueOfNull }: AnyField): boolean =>
  presence === 'required' || (!isNullable && valueOfNull === undefined);

function defineWrites(model: Written, sheet: AnySheet): void {
  const hasColumn = (name: string) => columnsOf(model).has(name);
  const fields: Fields = {
    ...(hasColumn('networkId') && { networkId: id() }),
    ...(hasColumn('organizationId') && { organizationId: optional(ownOrganization) }),
    ...Object.fromEntries(
      Object.entries({ ...sheet.fields, ...sheet.inputs }).filter(([, one]) => one.presence !== 'shown'),
    ),
  };
  const input = (name: string, isNew: boolean) =>
    builder.inputRef<Given>(name).implement({
      ...(!isNew && { description: keptFields(fields) }),
      fields: (t) =>
        Object.fromEntries([
          ...Object.entries(fields).map(([key, field]) => [key, inputField(t, inputOptions(field, isNew))]),
          ...(isNew ? [] : [['expectedUpdatedAt', inputField(t, expectedUpdatedAt)]]),
        ]),
    });
  const createInput = input(`Create${model}Input`, true);
  const updateInput = input(`Update${model}Input`, false);
  const hasSightings = hasColumn('networkId') && hasColumn('firstDiscoveryId');

  builder.mutationField(`create${model}`, (t) =>
    t.prismaField({
      type: model,
      ...(sheet.create && { description: sheet.create }),
      authScopes: { action: `create${model}` },
      args: { input: t.arg({ type: createInput, required: true }) },
      resolve: async (query: object, _root: unknown, { input }: { input: Given }, { db, viewer }: GraphqlContext) => {
        requireScope(viewer, input);
        const columns: Record<string, unknown> = columnsIn(model, fields, input);
        if (hasColumn('organizationId')) columns.organizationId = viewer.organizationId;
        if (sheet.most !== undefined) await assertRoom(db, model, {}, sheet.list.name, sheet.most);
        const made = sheet.write
          ? await sheet.write.create({ db, viewer, input, columns })
          : ((await delegateOf(db, model).create({ data: columns, select: { id: true } })).id as string);
        return requireVisible(db, model, made, query);
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
        args: { id: string; input: Given },
        { db, viewer }: GraphqlContext,
      ) => {
        const { id, input } = args;
        const { expectedUpdatedAt } = input;
        const columns: Record<string, unknown> = columnsIn(model, fields, input);
        delete columns.organizationId;
        const change = <T>(work: (tx: Db) => Promise<T>) => changeShared(db, viewer, model, [id], work);
        if (!sheet.write && !scopeRefusal(viewer, input)) {
          // Most rows stay in the network that the input names: one statement, unless something else is in the way.
          const { networkId, ...data } = columns;
          const where = { id, ...(networkId !== undefined && { networkId }) };
          const updated = await change((tx) => updateFound(tx, model, where, data, { query, expectedUpdatedAt }));
          if (updated) return updated;
        }
        const stored: Values = await requireVisible(db, model, id);
        requireScope(viewer, input);
        if (hasSightings) Object.assign(columns, forgottenOnMove(stored as { networkId: string }, input.networkId));
        if (!sheet.write) return change((tx) => updateVisible(tx, model, id, columns, { query, expectedUpdatedAt }));
        await sheet.write.update({ db, viewer, stored, input, columns, expectedUpdatedAt });
        return requireVisible(db, model, id, query);
      },
    }),
  );
}

const inputOptions = (field: AnyField, isNew: boolean): object => ({
  type: field.type,
  description: field.description,
  ...(isNew && field.presence === 'required' && { required: true }),
  extensions: { ...enforcedBy(field), ...(!isNew && isNotNull(field) && { notNull: true }) },
});

/** What leaving a field out and what null mean to an update. */
function keptFields(fields: Fields): string {
  const cleared = Object.entries(fields).filter(([name, one]) => !isNotNull(one) && name !== 'organizationId');
  if (cleared.length === 0) return 'Fields left out keep their value.';
  const names = cleared.map(([name]) => `\`${name}\``);
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  return `Fields left out keep their value; null clears ${listed}.`;
}

/**
 * The columns that an input gives a value, in the form that the database keeps; an empty text is null where the column
 * may be. `above` is put before the names of fields in errors.
 */
export function columnsIn<F extends Fields>(
  model: ModelName,
  fields: F,
  input: { readonly [K in keyof F]?: unknown },
  above = '',
): GivenColumns<F> {
  const columns: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = input[name];
    const isClearable = field.isNullable && field.presence === 'optional';
    if (value === undefined) continue;
    if (field.toColumns) Object.assign(columns, field.toColumns(value));
    else if (!columnsOf(model).has(name)) continue;
    else if (value !== null && !(value === '' && isClearable))
      columns[name] = field.form ? field.form(above + name, value) : value;
    else if (isClearable) columns[name] = null;
    else if (field.valueOfNull !== undefined) columns[name] = field.valueOfNull as unknown;
  }
  return columns as GivenColumns<F>;
}
