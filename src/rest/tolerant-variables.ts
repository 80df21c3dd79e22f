// Variables of a document from a body that may hold more and other than it documents: what does not fit is left out, not refused.
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
import { mapInTurns, restAfter, turnClock } from '../platform/threads/event-loop';
import { accepts, withoutUnstorable } from '../platform/text/validation';
import type { BoundKeywords, DeclaredBounds } from '../graphql/plugin/bounds';
import { assertBounded } from '../graphql/documents/variables';
import type { CompiledOperation } from './documents/compiled-operation';
import { checkInWireNames, type Variables } from './request-variables';
import { wireFields } from './documents/wire-names';

/** What the place of a variable declares; of a variable that stands alone nothing is declared. */
export type Places = ReadonlyMap<string, DeclaredBounds>;

/** Variable → the argument or input field that it fills. */
export function placesOf(schema: GraphQLSchema, { definition }: CompiledOperation): Places {
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
 * Members that nothing declares are left out, as are values of other types and out of bounds; texts and lists that are too long
 * are cut; a row that lacks what it needs is left out of its list. What the document itself needs is still required, and the
 * body as a whole still has to be short enough to be read.
 */
export async function tolerantVariables(
  operation: CompiledOperation,
  places: Places,
  given: Variables,
): Promise<Variables> {
  const values: Variables = {};
  for (const [name, variable] of operation.variables) {
    const begun = turnClock.now();
    assertBounded(variable, given[name], wireFields);
    const value = await toleratedInTurns(variable.type, places.get(name) ?? {}, given[name]);
    await checkInWireNames(variable, value);
    await restAfter(begun);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** A list item by item: between, others go on. */
async function toleratedInTurns(type: GraphQLInputType, declared: DeclaredBounds, given: unknown): Promise<unknown> {
  const list = getNullableType(type);
  if (!isListType(list) || !Array.isArray(given) || declared.form) return tolerated(type, declared, given);
  const { jsonSchema = {} } = declared;
  return listOf(list, jsonSchema, await mapInTurns(given, (one: unknown) => toleratedItem(list, jsonSchema, one)));
}

/** Undefined: it is no value of the type. */
function tolerated(type: GraphQLInputType, declared: DeclaredBounds, given: unknown): unknown {
  if (given === undefined) return undefined;
  if (given === null) return isNonNullType(type) || declared.notNull ? undefined : null;
  const value = bounded(getNullableType(type), declared.jsonSchema ?? {}, given);
  if (value === undefined || value === null || !declared.form) return value;
  // Half of an address is none.
  if (typeof value === 'string' && value !== given) return undefined;
  return accepts(() => declared.form!('', value)) ? value : undefined;
}

type InputList = GraphQLList<GraphQLInputType>;

/** In a list that may hold null the items are answered by their places: none is left out. */
const isInPlace = (item: GraphQLInputType): boolean => !isNonNullType(item);

/** Undefined: it is no value of the list, and left out of it. */
function toleratedItem({ ofType: type }: InputList, { items = {} }: BoundKeywords, given: unknown): unknown {
  return tolerated(type, { jsonSchema: items }, given) ?? (isInPlace(type) ? null : undefined);
}

const listOf = ({ ofType }: InputList, { maxItems }: BoundKeywords, items: unknown[]): unknown[] =>
  isInPlace(ofType) ? items : items.filter((item) => item !== undefined).slice(0, maxItems);

function bounded(type: GraphQLInputType, keywords: BoundKeywords, given: unknown): unknown {
  if (isListType(type)) {
    if (!Array.isArray(given)) return undefined;
    const items = given.map((one: unknown) => toleratedItem(type, keywords, one));
    return listOf(type, keywords, items);
  }
  if (isInputObjectType(type)) {
    if (typeof given !== 'object' || Array.isArray(given)) return undefined;
    const values: Variables = {};
    for (const [name, field] of wireFields(type)) {
      const value = tolerated(field.type, field.extensions as DeclaredBounds, (given as Variables)[name]);
      if (value !== undefined) values[field.name] = value;
      else if (isNonNullType(field.type) && field.defaultValue === undefined) return undefined;
    }
    return values;
  }
  if (isEnumType(type)) return typeof given === 'string' && type.getValue(given) ? given : undefined;
  if (isScalarType(type))
    return type.name === 'String' ? boundedText(keywords, given) : boundedScalar(type, keywords, given);
  return undefined;
}

/** Length in characters, as the bounds count. */
function boundedText({ minLength = 0, maxLength }: BoundKeywords, given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = withoutUnstorable(given);
  if (minLength > 0 && (text.trim() === '' || [...text].length < minLength)) return undefined;
  // Characters are one or two code units: what has few of these is short enough.
  return maxLength === undefined || text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');
}

function boundedScalar(
  type: { readonly parseValue: (value: unknown) => unknown },
  { minimum = -Infinity, maximum = Infinity }: BoundKeywords,
  given: unknown,
): unknown {
  if (typeof given === 'number' && !(given >= minimum && given <= maximum)) return undefined;
  return accepts(() => type.parseValue(given)) ? given : undefined;
}
