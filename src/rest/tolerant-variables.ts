// Converts a body with unknown or invalid members to the variables of a document. Members and values that do not match
// are dropped instead of refused.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLSchema,
} from 'graphql';
import { mapInTurns, yieldIfTakenLong, turnClock } from '../platform/threads/event-loop';
import { accepts, withoutUnstorable } from '../platform/text/validation';
import type { BoundKeywords, DeclaredBounds } from '../graphql/plugin/bounds';
import { assertBounded } from '../graphql/documents/variables';
import type { CompiledOperation } from './documents/compiled-operation';
import { checkInWireNames, type Variables } from './request-variables';
import { wireFields } from './documents/wire-names';

/**
 * The bounds of each variable, declared by the argument or input field that the variable fills. A variable that fills
 * neither has no entry.
 */
export type Places = ReadonlyMap<string, DeclaredBounds>;

/** Finds the bounds of each variable, declared by the argument or input field that the variable fills. */
export function tolerantPlaces(schema: GraphQLSchema, { definition }: CompiledOperation): Places {
  const places = new Map<string, DeclaredBounds>();
  const types = new TypeInfo(schema);
  const remember = (
    node: { readonly kind: string },
    name: string,
    place: GraphQLArgument | GraphQLInputField | undefined,
  ) => {
    if (node.kind === Kind.VARIABLE && place) places.set(name, place.extensions as DeclaredBounds);
  };
  visit(
    definition,
    visitWithTypeInfo(types, {
      Argument: {
        enter: ({ value }) =>
          remember(value, (value as { name?: { value: string } }).name?.value ?? '', types.getArgument() ?? undefined),
      },
      ObjectField: {
        enter: ({ name, value }) => {
          const parent = getNamedType(types.getParentInputType());
          const field = isInputObjectType(parent) ? parent.getFields()[name.value] : undefined;
          remember(value, (value as { name?: { value: string } }).name?.value ?? '', field);
        },
      },
    }),
  );
  return places;
}

/**
 * Converts variables leniently: drops undeclared members and values of a wrong type or out of bounds, shortens texts
 * and lists that are too long, and drops list items that lack a required member. The variables that the document
 * requires are still required, and the body must be within the size limits.
 */
export async function tolerantVariables(
  operation: CompiledOperation,
  places: Places,
  variables: Variables,
): Promise<Variables> {
  const values: Variables = {};
  for (const [name, variable] of operation.variables) {
    const startedAt = turnClock.now();
    assertBounded(variable, variables[name], wireFields);
    const value = await toleratedInTurns(variable.type, places.get(name) ?? {}, variables[name]);
    await checkInWireNames(variable, value);
    await yieldIfTakenLong(startedAt);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Converts a list item by item. Other requests are handled in between. */
async function toleratedInTurns(type: GraphQLInputType, bounds: DeclaredBounds, input: unknown): Promise<unknown> {
  const list = getNullableType(type);
  if (!isListType(list) || !Array.isArray(input) || bounds.form) return tolerateValue(type, bounds, input);
  const { jsonSchema = {} } = bounds;
  return listOf(list, jsonSchema, await mapInTurns(input, (one: unknown) => toleratedItem(list, jsonSchema, one)));
}

/** The value, shortened to its bounds; undefined if it is not a value of the type. */
function tolerateValue(type: GraphQLInputType, bounds: DeclaredBounds, input: unknown): unknown {
  if (input === undefined) return undefined;
  if (input === null) return isNonNullType(type) || bounds.notNull ? undefined : null;
  const value = cutToBounds(getNullableType(type), bounds.jsonSchema ?? {}, input);
  if (value === undefined || value === null || !bounds.form) return value;
  // A value with a required format, such as an address, is no longer valid after it was shortened.
  if (typeof value === 'string' && value !== input) return undefined;
  return accepts(() => bounds.form!('', value)) ? value : undefined;
}

type InputList = GraphQLList<GraphQLInputType>;

/**
 * Whether an invalid item of a list becomes null instead of being dropped, so that items of the request and of the
 * response keep the same positions. Lists whose items may be null are of this kind.
 */
const isInPlace = (item: GraphQLInputType): boolean => !isNonNullType(item);

/** The converted item of a list; undefined if it is invalid and has to be dropped. */
function toleratedItem({ ofType: type }: InputList, { items = {} }: BoundKeywords, item: unknown): unknown {
  return tolerateValue(type, { jsonSchema: items }, item) ?? (isInPlace(type) ? null : undefined);
}

const listOf = ({ ofType }: InputList, { maxItems }: BoundKeywords, items: unknown[]): unknown[] =>
  isInPlace(ofType) ? items : items.filter((item) => item !== undefined).slice(0, maxItems);

function cutToBounds(type: GraphQLInputType, keywords: BoundKeywords, input: unknown): unknown {
  if (isListType(type)) {
    if (!Array.isArray(input)) return undefined;
    const items = input.map((one: unknown) => toleratedItem(type, keywords, one));
    return listOf(type, keywords, items);
  }
  if (isInputObjectType(type)) {
    if (typeof input !== 'object' || Array.isArray(input)) return undefined;
    const values: Variables = {};
    for (const [name, field] of wireFields(type)) {
      const value = tolerateValue(field.type, field.extensions as DeclaredBounds, (input as Variables)[name]);
      if (value !== undefined) values[field.name] = value;
      else if (isNonNullType(field.type) && field.defaultValue === undefined) return undefined;
    }
    return values;
  }
  if (isEnumType(type)) return typeof input === 'string' && type.getValue(input) ? input : undefined;
  if (isScalarType(type))
    return type.name === 'String' ? boundedText(keywords, input) : boundedScalar(type, keywords, input);
  return undefined;
}

/**
 * The text, shortened to the maximum number of characters (code points). Undefined if the value is too short or not a
 * text.
 */
function boundedText({ minLength = 0, maxLength }: BoundKeywords, inputText: unknown): string | undefined {
  if (typeof inputText !== 'string') return undefined;
  const text = withoutUnstorable(inputText);
  if (minLength > 0 && (text.trim() === '' || [...text].length < minLength)) return undefined;
  // A character has one or two code units. So a text whose number of code units is within the maximum needs no
  // shortening.
  return maxLength === undefined || text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');
}

function boundedScalar(
  type: { readonly parseValue: (value: unknown) => unknown },
  { minimum = -Infinity, maximum = Infinity }: BoundKeywords,
  scalar: unknown,
): unknown {
  if (typeof scalar === 'number' && !(scalar >= minimum && scalar <= maximum)) return undefined;
  return accepts(() => type.parseValue(scalar)) ? scalar : undefined;
}
