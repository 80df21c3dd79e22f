// Rewrites documents with variables inside input objects, because graphql-jit would turn an absent variable there into
// null.
import {
  coerceInputValue,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type ObjectValueNode,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { AppError } from '../../errors';
import { mapInTurns, nextTurn } from '../../platform/threads/event-loop';

type Values = Record<string, unknown>;

interface ObjectArgument {
  node: ObjectValueNode;
  type: GraphQLInputType;
}

export interface FlatDocument {
  document: DocumentNode;
  /**
   * Converts the values of the original document's variables to those of the rewritten document. Long values are
   * converted in several turns of the event loop.
   */
  flatten(values: Values): Values | Promise<Values>;
}

/**
 * Replaces each object argument that contains variables by a single variable. If a variable inside the object is
 * absent, its field is left out, as the GraphQL specification requires.
 */
export function flattenVariables(schema: GraphQLSchema, document: DocumentNode): FlatDocument {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const defaults = defaultsOf(operation);
  const objects = new Map<string, ObjectArgument>();
  const typeInfo = new TypeInfo(schema);
  const flatDocument = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Argument(node): ArgumentNode | undefined {
        if (node.value.kind !== Kind.OBJECT || !hasVariables(node.value)) return undefined;
        const name = `object_${objects.size}`;
        objects.set(name, { node: node.value, type: typeInfo.getArgument()!.type });
        return { ...node, value: variableNode(name) };
      },
    }),
  );
  const definitions = [...objects.keys()].map(declarationOf);
  return {
    document: visit(flatDocument, {
      OperationDefinition: (node) => ({
        ...node,
        variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions],
      }),
    }),
    flatten: (values) => {
      const all = { ...defaults, ...values };
      const names = [...objects.keys()];
      const variableValues = [...objects.values()].map(({ node, type }) => coerceValue(valueOf(node, all), type));
      const flat = (coercedValues: readonly unknown[]): Values => {
        for (const value of coercedValues) if (typeof value === 'object' && value !== null) validObjects.add(value);
        return { ...values, ...Object.fromEntries(coercedValues.map((value, index) => [names[index]!, value])) };
      };
      return variableValues.some((value) => value instanceof Promise)
        ? Promise.all(variableValues).then(flat)
        : flat(variableValues);
    },
  };
}

const variableNode = (name: string) => ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }) as const;

/**
 * Declares the variable that replaces an object. Its type is JSON, so that graphql-jit does not convert the value
 * again: graphql-jit cannot handle recursive filters.
 */
const declarationOf = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variableNode(name),
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } },
});

const validObjects = new WeakSet<object>();
/** Whether the value was built from variables, which have been checked. Such a value is not checked again. */
export const isOfVariables = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && validObjects.has(value);

type Path = readonly (string | number)[];

/** Number of items above which a list is coerced in several turns of the event loop. */
const longList = 20;

/**
 * Coerces a value to its input type. Returns a promise for a value with a long list, because its items are coerced in
 * several turns of the event loop.
 */
function coerceValue(value: unknown, type: GraphQLInputType, at: Path = []): unknown {
  const object = getNullableType(type);
  if (!isInputObjectType(object) || typeof value !== 'object' || value === null) return coercedAtOnce(value, type, at);
  const long = Object.entries(value).flatMap(([name, list]: [string, unknown]) => {
    const field = getNullableType(object.getFields()[name]?.type);
    return isListType(field) && Array.isArray(list) && list.length > longList
      ? [{ name, list, item: field.ofType as GraphQLInputType }]
      : [];
  });
  if (long.length === 0) return coercedAtOnce(value, type, at);
  const empty = Object.fromEntries(long.map(({ name }) => [name, []]));
  const rest = coercedAtOnce({ ...value, ...empty }, type, at) as Values;
  return withLists(rest, long, at);
}

/**
 * Coerces the value of a variable, in as many turns of the event loop as its long lists need. A value without long
 * lists is coerced in one turn.
 */
export async function coerceInTurns(value: unknown, type: GraphQLInputType, name: string): Promise<unknown> {
  const list = getNullableType(type);
  let index = 0;
  const items =
    isListType(list) && Array.isArray(value)
      ? await mapInTurns(value, (one) => coerceValue(one, list.ofType as GraphQLInputType, [name, index++]))
      : await coerceValue(value, type, [name]);
  if (typeof items === 'object' && items !== null) validObjects.add(items);
  return items;
}

interface LongList {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly item: GraphQLInputType;
}

async function withLists(object: Values, long: readonly LongList[], at: Path): Promise<Values> {
  for (const { name, list, item } of long) {
    let index = 0;
    object[name] = await mapInTurns(list, (one) => coerceValue(one, item, [...at, name, index++]));
  }
  // The next long list is coerced in another turn of the event loop, so that other requests are handled in between.
  await nextTurn();
  return object;
}

function coercedAtOnce(value: unknown, type: GraphQLInputType, at: Path): unknown {
  return coerceInputValue(value, type, (path) => {
    throw new AppError('validation_invalid_format', { field: [...at, ...path].join('.') });
  });
}

function defaultsOf(operation: OperationDefinitionNode): Values {
  const withDefault = (operation.variableDefinitions ?? []).filter(({ defaultValue }) => defaultValue);
  return Object.fromEntries(
    withDefault.map(({ variable, defaultValue }) => [variable.name.value, valueFromASTUntyped(defaultValue!)]),
  );
}

function hasVariables(value: ObjectValueNode): boolean {
  let isFound = false;
  visit(value, { Variable: () => void (isFound = true) });
  return isFound;
}

function valueOf(node: ValueNode, values: Values): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return values[node.name.value];
    case Kind.LIST:
      return node.values.map((one) => valueOf(one, values) ?? null);
    case Kind.OBJECT: {
      const members = node.fields.map(({ name, value }) => [name.value, valueOf(value, values)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    default:
      return valueFromASTUntyped(node);
  }
}
