// Typed filters: defines one XxxFilter input per entity, and translates its values to a Prisma `where`.
import { columnOf, relationOf, type Column, type ColumnKind } from '../../data/model/model-fields';
import { AppError } from '../../errors';
import { assertCleanText, assertLength, isInet } from '../../platform/text/validation';
import { text } from '../plugin/bounds';
import { builder } from '../builder';
import { enumRef, type EnumName } from '../enums';
import { inWords, toPlural } from '../../platform/text/names';

export interface FilterDefinition {
  /** Columns that callers can filter by. */
  columns: readonly string[];
  /** Relations to filter by: `true` for a relation of that name, or the path to a relation behind a join table. */
  relations?: Record<string, true | readonly [through: string, to: string]>;
  /** Conditions that involve more than one column or relation, by name. An example is a search in several columns. */
  computedConditions?: Record<string, ComputedCondition>;
  /** Functions that convert an operand of `eq` or `in` to the form in which the column stores texts, by column. */
  canonicalForms?: Readonly<Record<string, CanonicalForm>>;
}
export type CanonicalForm = (text: string) => string;
export interface ComputedCondition {
  type: 'String' | 'Boolean' | readonly ['UUID' | 'String' | 'Int'] | EnumRefs;
  description: string;
  /** Maximum length of the text in characters; undefined for no maximum. */
  maxLength?: number;
  /**
   * Converts the value to a Prisma `where`. `filter` is the whole filter that contains the value. Declared as a method
   * and not as a function property, so that each condition may declare the type of its own value.
   */
  where(value: unknown, filter: Readonly<Record<string, unknown>>): Where;
}
type EnumRefs = ReturnType<typeof enumRef> | readonly [ReturnType<typeof enumRef>];
type FilterValue = Record<string, unknown>;
type Where = Record<string, unknown>;

/** The filter `tagIds` of an entity that can have tags: rows with at least one of these tags. */
export const anyOfTags: ComputedCondition = {
  type: ['UUID'],
  description: 'Has at least one of these tags.',
  where: (ids: string[]) => ({ tagAssignments: { some: { tagId: { in: ids } } } }),
};

const maximumConditions = 200;
const maximumListed = 10_000;
const definitions = new Map<string, FilterDefinition>();
const inputRefs = new Map<string, ReturnType<typeof newInputRef>>();
const newInputRef = (name: string) => builder.inputRef<FilterValue>(name);

function inputRef(name: string) {
  const existingRef = inputRefs.get(name);
  if (existingRef) return existingRef;
  const newRef = newInputRef(name);
  inputRefs.set(name, newRef);
  return newRef;
}

/** The filter input of a model. Other inputs may refer to it before the entity defines it. */
export const filterRef = (model: string) => inputRef(`${model}Filter`);

const operatorsOf: Partial<Record<ColumnKind, readonly string[]>> = {
  uuid: ['eq', 'in'],
  inet: ['eq', 'in', 'gt', 'gte', 'lt', 'lte'],
  text: ['eq', 'in', 'contains', 'startsWith'],
  int: ['eq', 'in', 'gt', 'gte', 'lt', 'lte'],
  bigint: ['eq', 'in', 'gt', 'gte', 'lt', 'lte'],
  time: ['eq', 'gt', 'gte', 'lt', 'lte'],
  boolean: ['eq'],
  enum: ['eq', 'in'],
};
const graphqlTypes: Partial<Record<ColumnKind, string>> = {
  uuid: 'UUID',
  inet: 'String',
  text: 'String',
  int: 'Int',
  bigint: 'BigInt',
  time: 'DateTime',
  boolean: 'Boolean',
};
const descriptions: Record<string, string> = {
  contains: 'Contains this text, case-insensitive.',
  startsWith: 'Starts with this text, case-insensitive.',
  in: 'Is one of these; an empty list matches nothing.',
  isNull: 'True: has no value; false: has a value.',
};
const timeDescriptions: Record<string, string> = {
  gt: 'After this time.',
  gte: 'At this time or later.',
  lt: 'Before this time.',
  lte: 'At this time or before.',
};
const implementedFilters = new Set<string>();

function columnFilterRef(column: Column) {
  const typeName = column.kind === 'enum' ? column.enumName! : graphqlTypes[column.kind]!;
  const type = column.kind === 'enum' ? enumRef(column.enumName as EnumName) : typeName;
  // Columns with IP addresses have filter operators of their own.
  const name = `${column.kind === 'inet' ? 'Inet' : typeName}${column.isNullable ? 'Nullable' : ''}ColumnFilter`;
  const ref = inputRef(name);
  if (!implementedFilters.has(name)) {
    implementedFilters.add(name);
    ref.implement({
      description: `Conditions on a value of type ${column.kind === 'inet' ? 'IP address or prefix' : typeName}; all given ones must hold.`,
      fields: (t) => {
        const operators = (operatorsOf[column.kind] ?? []).map((operator) => {
          const isList = operator === 'in';
          const description = (column.kind === 'time' && timeDescriptions[operator]) || descriptions[operator];
          // The type of the operator's value is only known at run time, hence the cast.
          return [operator, t.field({ type: (isList ? [type] : type) as never, description })];
        });
        if (column.isNullable)
          return { ...Object.fromEntries(operators), isNull: t.boolean({ description: descriptions.isNull }) };
        return Object.fromEntries(operators);
      },
    });
  }
  return ref;
}

function listFilterRef(model: string) {
  const name = `${model}ListFilter`;
  const ref = inputRef(name);
  if (!implementedFilters.has(name)) {
    implementedFilters.add(name);
    ref.implement({
      description: `Conditions on a list of ${toPlural(inWords(model))}.`,
      fields: (t) => ({
        some: t.field({ type: filterRef(model), description: 'At least one row matches.' }),
        every: t.field({ type: filterRef(model), description: 'All rows match, or there are none.' }),
        none: t.field({ type: filterRef(model), description: 'No row matches.' }),
      }),
    });
  }
  return ref;
}

function target(model: string, name: string, path: true | readonly [string, string]) {
  if (path === true) return relationOf(model, name);
  const through = relationOf(model, path[0]);
  return { ...relationOf(through.model, path[1]), isList: through.isList };
}

/** Adds the input type `${model}Filter` to the schema. Call it once per entity. */
export function defineFilter(model: string, definition: FilterDefinition): void {
  definitions.set(model, definition);
  filterRef(model).implement({
    description: `Conditions on ${toPlural(inWords(model))}; all given ones must hold.`,
    // `checkedWhenRead` disables the general check of declared bounds. `filterToWhere` checks every value of a filter
    // instead, because its errors name the column and not the path in the filter.
    extensions: { checkedWhenRead: true },
    fields: (t) => {
      const ref = filterRef(model);
      const columnFields = definition.columns.map((name) => [
        name,
        t.field({ type: columnFilterRef(columnOf(model, name)) }),
      ]);
      const relationFields = Object.entries(definition.relations ?? {}).map(([name, path]) => {
        const { model: other, isList } = target(model, name, path);
        return [name, t.field({ type: isList ? listFilterRef(other) : filterRef(other) })];
      });
      const computedFields = Object.entries(definition.computedConditions ?? {}).map(
        ([name, { type, description, maxLength }]) => {
          const textBounds = maxLength === undefined ? undefined : text(0, maxLength);
          const fullDescription = [description, textBounds?.description].filter(Boolean).join(' ');
          return [name, t.field({ ...textBounds, type: type, description: fullDescription })];
        },
      );
      return {
        and: t.field({ type: [ref], description: 'All conditions hold.' }),
        or: t.field({ type: [ref], description: 'At least one condition holds.' }),
        not: t.field({ type: ref, description: 'The condition does not hold.' }),
        ...Object.fromEntries([...columnFields, ...relationFields, ...computedFields]),
      };
    },
  });
}

/**
 * Converts the value of a filter argument to a Prisma `where`. Throws `validation_out_of_range` if the filter has too
 * many conditions.
 */
export function filterToWhere(model: string, filter: FilterValue | null | undefined): Where {
  const budget = { remaining: maximumConditions };
  return filter ? translate(model, filter, budget) : {};
}

function translate(model: string, filter: FilterValue, budget: { remaining: number }): Where {
  budget.remaining -= 1;
  if (budget.remaining < 0)
    throw new AppError('validation_out_of_range', { field: 'filter', min: 0, max: maximumConditions });
  const definition = definitions.get(model)!;
  const parts: Where[] = [];
  for (const [key, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    // Null is rejected, because Prisma would ignore a condition with null and select every row.
    if (value === null) throw new AppError('validation_invalid_format', { field: key });
    if (key === 'and' || key === 'or') {
      const inner = (value as FilterValue[]).map((one) => translate(model, one, budget));
      parts.push({ [key.toUpperCase()]: inner });
    } else if (key === 'not') parts.push({ NOT: translate(model, value as FilterValue, budget) });
    else if (definition.columns.includes(key))
      parts.push(columnWhere(columnOf(model, key), value as FilterValue, budget, definition.canonicalForms?.[key]));
    else if (definition.computedConditions?.[key])
      parts.push(computedWhere(key, definition.computedConditions[key], filter, budget));
    else parts.push(relationWhere(model, key, definition.relations![key]!, value as FilterValue, budget));
  }
  return parts.length === 1 ? parts[0]! : { AND: parts };
}

function relationWhere(
  model: string,
  name: string,
  path: true | readonly [string, string],
  value: FilterValue,
  budget: { remaining: number },
): Where {
  const { model: other, isList } = target(model, name, path);
  const wrap = (where: Where): Where => (path === true ? where : { [path[1]]: where });
  const first = path === true ? name : path[0];
  const leadsElsewhere = path !== true && relationOf(relationOf(model, path[0]).model, path[1]).isNullable;
  if (!isList) return { [first]: { is: translate(other, value, budget) } };
  const conditions = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([quantifier, inner]) => {
      if (inner === null) throw new AppError('validation_invalid_format', { field: name });
      const where = wrap(translate(other, inner as FilterValue, budget));
      // One join table may serve several entities: tag assignments refer to hosts or to services. For a filter "every
      // host of the tag", an assignment to a service has no host, and must not make the filter fail.
      return [quantifier, quantifier === 'every' && leadsElsewhere ? { OR: [{ [path[1]]: null }, where] } : where];
    });
  return { [first]: Object.fromEntries(conditions) as Where };
}

function computedWhere(
  field: string,
  condition: ComputedCondition,
  filter: FilterValue,
  budget: { remaining: number },
): Where {
  const value = filter[field];
  budget.remaining -= 1;
  assertListable(field, value);
  for (const text of [value].flat())
    if (typeof text === 'string') assertLength(field, text, 0, condition.maxLength ?? Infinity);
  return condition.where(value, filter);
}

function assertListable(field: string, operand: unknown): void {
  if (Array.isArray(operand) && operand.length > maximumListed)
    throw new AppError('validation_out_of_range', { field, min: 0, max: maximumListed });
}

/** Throws for a value that the column's type cannot hold. */
function assertFits(column: Column, operand: unknown): void {
  for (const text of [operand].flat()) {
    if (typeof text !== 'string') continue;
    if (column.kind === 'text') assertCleanText(column.name, text);
    if (column.kind === 'inet' && !isInet(text)) throw new AppError('validation_invalid_ip', { field: column.name });
  }
}

/** Escapes the wildcards of SQL's LIKE in a text. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const canonicalOperand = (operand: unknown, toCanonical: CanonicalForm): unknown =>
  Array.isArray(operand) ? operand.map((text) => toCanonical(String(text))) : toCanonical(String(operand));

function columnWhere(
  column: Column,
  value: FilterValue,
  budget: { remaining: number },
  toCanonical?: CanonicalForm,
): Where {
  const parts: Where[] = [];
  for (const [operator, operand] of Object.entries(value)) {
    if (operand === undefined) continue;
    if (operand === null) throw new AppError('validation_invalid_format', { field: column.name });
    budget.remaining -= 1;
    assertListable(column.name, operand);
    assertFits(column, operand);
    if (operator === 'isNull') parts.push({ [column.name]: operand ? null : { not: null } });
    else if (operator === 'contains' || operator === 'startsWith') {
      parts.push({ [column.name]: { [operator]: likeText(String(operand)), mode: 'insensitive' } });
    } else {
      const storedOperand = toCanonical ? canonicalOperand(operand, toCanonical) : operand;
      parts.push({ [column.name]: { [operator === 'eq' ? 'equals' : operator]: storedOperand } });
    }
  }
  return { AND: parts };
}
