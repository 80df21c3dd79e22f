// Checks a request's variables against their declared types, for GraphQL and REST. Errors name the invalid field.
import {
  coerceInputValue,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
} from 'graphql';
import { AppError } from '../../errors';
import { mapInTurns } from '../../platform/threads/event-loop';
import { assertCleanText } from '../../platform/text/validation';

export interface OperationVariable {
  name: string;
  type: GraphQLInputType;
  isRequired: boolean;
  /** Whether the operation uses the variable where null is not allowed, although its type allows null. */
  isNeverNull?: () => boolean;
}

/**
 * Checks the JSON value of a variable. Returns the number of steps that its coercion takes. Throws
 * `validation_required` for a missing value and `validation_invalid_format` for a wrong type. Both errors name the
 * field.
 */
export function checkVariable(variable: OperationVariable, value: unknown): number {
  const steps = assertBounded(variable, value);
  if (!isGiven(variable, value)) return steps;
  if (!isOfType(value, variable.type)) refuse(variable, value);
  assertStorable(variable.name, value);
  return steps;
}

/**
 * Checks the value of a variable like `checkVariable`, but spreads a long list over several turns of the event loop.
 * The value must be of bounded size.
 */
export async function checkVariableInTurns(variable: OperationVariable, value: unknown): Promise<void> {
  if (!isGiven(variable, value)) return;
  await itemByItem(variable.type, value, (type, one) => void (isOfType(one, type) || refuse(variable, value)));
  await itemByItem(variable.type, value, (_type, one) => assertStorable(variable.name, one));
}

/**
 * Calls `each` for the items of a list. If that takes long, other work of the event loop runs in between. A value that
 * is not a list is passed to `each` immediately.
 */
export function itemByItem<T>(
  type: GraphQLInputType,
  value: unknown,
  each: (type: GraphQLInputType, value: unknown) => T,
): T | Promise<T[]> {
  const list = getNullableType(type);
  if (!isListType(list) || !Array.isArray(value)) return each(type, value);
  return mapInTurns(value, (one: unknown) => each(list.ofType as GraphQLInputType, one));
}

/** Whether the variable has a value to check. Throws if a required value is missing. */
function isGiven({ name, type, isRequired, isNeverNull }: OperationVariable, value: unknown): boolean {
  const isMissing = value === undefined || (value === null && isNonNullType(type));
  if ((isMissing && isRequired) || (value === null && isNeverNull?.()))
    throw new AppError('validation_required', { field: name });
  return value !== undefined;
}

/** Throws for the first mistake in the value. The error names the field. */
function refuse(variable: OperationVariable, value: unknown): void {
  coerceInputValue(value, variable.type, (path, invalid, error) => {
    const isObject = invalid !== null && typeof invalid === 'object';
    const [, fieldName, fault] =
      (isObject && /^Field "([^"]+)" (of required type|is not defined)/.exec(error.message)) || [];
    const members = path.filter((key) => typeof key === 'string');
    const field = [variable.name, ...members, ...(fieldName === undefined ? [] : [fieldName])].join('.');
    throw new AppError(fault === 'of required type' ? 'validation_required' : 'validation_invalid_format', { field });
  });
}

/**
 * Whether the value certainly has the type. If not, the slower `coerceInputValue` of graphql-js looks for a mistake.
 * False also for objects of `@oneOf` types, even valid ones.
 */
function isOfType(value: unknown, type: GraphQLInputType): boolean {
  if (isNonNullType(type)) return value !== null && value !== undefined && isOfType(value, type.ofType);
  if (value === null || value === undefined) return true;
  if (isListType(type)) {
    const item = type.ofType as GraphQLInputType;
    // GraphQL accepts any iterable as a list, but the only iterables in JSON are arrays.
    return Array.isArray(value) ? value.every((one) => isOfType(one, item)) : isOfType(value, item);
  }
  if (isInputObjectType(type)) return isOfObject(value, type);
  try {
    return (type as GraphQLLeafType).parseValue(value) !== undefined;
  } catch {
    return false;
  }
}

function isOfObject(value: unknown, type: GraphQLInputObjectType): boolean {
  if (typeof value !== 'object' || Array.isArray(value) || type.isOneOf) return false;
  const fields = fieldsOfType(type);
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const field = fields.get(name);
    if (!field || !isOfType(members[name], field.type)) return false;
  }
  return requiredOf(type).every((name) => members[name] !== undefined);
}

const requiredNames = new WeakMap<GraphQLInputObjectType, readonly string[]>();
function requiredOf(type: GraphQLInputObjectType): readonly string[] {
  const names =
    requiredNames.get(type) ??
    [...fieldsOfType(type)].filter(([, field]) => isRequiredInputField(field)).map(([name]) => name);
  requiredNames.set(type, names);
  return names;
}

/**
 * Throws for text that PostgreSQL cannot store, at any depth of the value. The error names the field, without the
 * position in a list.
 */
function assertStorable(field: string, value: unknown): void {
  if (typeof value === 'string') assertCleanText(field, value);
  else if (Array.isArray(value)) for (const item of value) assertStorable(field, item);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      assertCleanText(field, key);
      assertStorable(`${field}.${key}`, item);
    }
}

/** Maximum depth of a value, which bounds the recursion. Valid values have a lower depth. */
const maximumNesting = 100;
/**
 * Maximum number of steps to coerce a value. There is one step per list item and, for an object, one per field of its
 * type.
 */
export const maximumSteps = 150_000;

export type FieldLookup = (type: GraphQLInputObjectType) => ReadonlyMap<string, GraphQLInputField>;
const fieldsByName = new WeakMap<GraphQLInputObjectType, ReadonlyMap<string, GraphQLInputField>>();
const fieldsOfType: FieldLookup = (type) => {
  const fields = fieldsByName.get(type) ?? new Map(Object.entries(type.getFields()));
  fieldsByName.set(type, fields);
  return fields;
};

/**
 * Counts the steps that it takes to convert a value to its type; throws if there are too many. `fieldsOf` returns the
 * fields of an input type, by the names that the caller uses.
 */
export function assertBounded(
  { name, type }: Pick<OperationVariable, 'name' | 'type'>,
  value: unknown,
  fieldsOf = fieldsOfType,
): number {
  let steps = 0;
  const take = (count: number) => {
    steps += count;
    if (steps > maximumSteps) throw new AppError('validation_out_of_range', { field: name, min: 0, max: maximumSteps });
  };
  let level: Values[] = [{ values: [value], type }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumNesting) throw new AppError('validation_invalid_format', { field: name });
    const below: Values[] = [];
    for (const { values, type: declaredType } of level) {
      const inner = declaredType && getNullableType(declaredType);
      const item = isListType(inner) ? (inner.ofType as GraphQLInputType) : undefined;
      // GraphQL coerces a single object to a list with that one item.
      const object = inputObjectIn(inner);
      const fields = object && fieldsOf(object);
      for (const one of values) {
        if (typeof one !== 'object' || one === null) continue;
        if (Array.isArray(one)) {
          take(one.length);
          if (one.length > 0) below.push({ values: one, type: item });
        } else {
          const members = one as Record<string, unknown>;
          const keys = Object.keys(members);
          take(Math.max(keys.length, fields?.size ?? 0));
          // `Object.entries` would create an array for each field of an object with 100,000 fields.
          for (const key of keys) {
            const member = members[key];
            if (typeof member === 'object' && member !== null && !(Array.isArray(member) && member.length === 0))
              below.push({ values: [member], type: fields?.get(key)?.type });
          }
        }
      }
    }
    level = below;
  }
  return steps;
}

interface Values {
  readonly values: readonly unknown[];
  readonly type: GraphQLInputType | undefined;
}

function inputObjectIn(type: GraphQLInputType | undefined): GraphQLInputObjectType | undefined {
  const inner = type && getNullableType(type);
  if (isListType(inner)) return inputObjectIn(inner.ofType as GraphQLInputType);
  return isInputObjectType(inner) ? inner : undefined;
}
