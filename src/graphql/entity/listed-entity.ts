// listedEntity(): adds the type, filter, order, list and getter of an entity to the GraphQL schema, from the entity's
// sheet.
import type { Action } from '../../auth/permissions';
import { columnsOf, relationsOf } from '../../data/model/model-fields';
import type { Prisma } from '../../generated/prisma/client';
import { builder } from '../builder';
import { baseFields } from '../common-fields';
import { defineGetter } from '../getter';
import type { ComputedCondition } from '../lists/filter';
import { defineList, defineRootList, type ListDefinition } from '../lists/list';
import { resolveMixins, type MixinName, type SheetFilter } from './mixins';
import type { AnyField, Field, Fields } from './sheet-fields';

export type ModelName = Prisma.ModelName;
export type RowOf<M extends ModelName> = Prisma.TypeMap['model'][M]['payload']['scalars'];
export type ColumnOf<M extends ModelName> = keyof RowOf<M> & string;
/** A field for each column of a model. It has the type of the column, and is nullable if the column is. */
type FieldsOf<M extends ModelName> = {
  readonly [C in ColumnOf<M>]?: Field<
    NonNullable<RowOf<M>[C]>,
    null extends RowOf<M>[C] ? true : false,
    AnyField['presence']
  >;
};
type None<K extends PropertyKey> = { readonly [_ in K]?: never };

export interface ListedSheet<M extends ModelName, F> {
  mixins: readonly MixinName[];
  /** The columns that are exposed as fields, by column name. */
  fields: F & FieldsOf<M> & None<Exclude<keyof F, ColumnOf<M>>>;
  /**
   * The list of the entity's rows. `action` names the right that is required to read it; if it is undefined, everyone
   * in the organization may read it.
   */
  list: { name: string; description: string; action?: Action } & Pick<
    ListDefinition,
    'defaultOrder' | 'relatedOrder' | 'only' | 'below'
  >;
  getter: { name: string; description?: string; action?: Action };
  /** Filters besides those by fields: by relations, by columns that are not fields, and by computed conditions. */
  filter: SheetFilter;
  order: readonly ColumnOf<M>[];
}

/**
 * Adds the type, filter, order, list and getter of an entity to the schema. Relations, computed fields and mutations
 * are defined separately with Pothos.
 */
export function listedEntity<M extends ModelName, const F extends Fields>(model: M, sheet: ListedSheet<M, F>): void {
  const { list, getter, order } = sheet;
  const mixins = resolveMixins(sheet.mixins);
  const fields: Fields = sheet.fields;
  assertKinds(model, fields);
  builder.prismaObject(model, {
    select: { id: true },
    fields: (t) =>
      Object.assign(
        {},
        baseFields(t),
        scopeFields(t, model),
        exposeFields(t, fields),
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
  defineGetter(getter.name, model, getter);
}

/**
 * The part of Pothos's field builder that this file uses. Pothos's own type cannot be used: it differs by entity.
 */
interface Fielder {
  expose(name: string, options: object): unknown;
  relation(name: string): unknown;
}

/**
 * Fields for the network of a row, or for its organization if the row belongs to no network: the id and the relation.
 */
function scopeFields(t: object, model: string): object {
  const fielder = t as Fielder;
  const scope = ['network', 'organization'].find((name) => columnsOf(model).has(`${name}Id`));
  if (scope === undefined) return {};
  return {
    [`${scope}Id`]: fielder.expose(`${scope}Id`, { type: 'UUID' }),
    ...(relationsOf(model).has(scope) && { [scope]: fielder.relation(scope) }),
  };
}

const exposeFields = (t: object, fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, isNullable }]) => [
      name,
      (t as Fielder).expose(name, { type, nullable: isNullable }),
    ]),
  );

/**
 * Throws at startup if a field has the type UUID but its column is no id, or the reverse. TypeScript cannot detect
 * that, because ids and texts are both strings.
 */
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
  const filterColumns = entries
    .filter(([name, value]) => value === true && columnsOf(model).has(name))
    .map(([name]) => name);
  const isComputed = (value: SheetFilter[string]): value is ComputedCondition => value !== true && 'where' in value;
  return {
    columns: [...columns, ...filterColumns].filter((name) => isFilterable(model, name)),
    relations: Object.fromEntries(
      entries.filter(([name, value]) => !columnsOf(model).has(name) && !isComputed(value)),
    ) as Record<string, true | readonly [string, string]>,
    computedConditions: Object.fromEntries(entries.filter(([, value]) => isComputed(value))) as Record<
      string,
      ComputedCondition
    >,
    canonicalForms: Object.fromEntries(
      entries.flatMap(([name, value]) =>
        value !== true && 'canonical' in value ? [[name, value.canonical] as const] : [],
      ),
    ),
  };
}
