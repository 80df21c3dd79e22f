// Rewrites the literals of a document as variables. graphql-jit writes literals into the code that it generates, so a
// caller's text could become code; and it would turn an absent variable inside an input object into null.
import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  TypeInfo,
  valueFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { AppError } from '../../errors';
import { mapInTurns, nextTurn } from '../../platform/threads/event-loop';

type Values = Record<string, unknown>;

interface LiteralArgument {
  node: ValueNode;
  type: GraphQLInputType;
  hasVariables: boolean;
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
 * Replaces each literal argument that contains text by a variable, and the defaults of variables by values that
 * `flatten` adds. No text of the document then enters generated code. If a variable inside an object is absent, its
 * field is left out, as the GraphQL specification requires. Throws if a literal does not fit its type.
 */
export function flattenVariables(schema: GraphQLSchema, document: DocumentNode): FlatDocument {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const prefix = unusedPrefix(operation);
  const literals = new Map<string, LiteralArgument>();
  const conditions = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  const flatDocument = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      // Of directives, graphql-jit reads only the conditions of @skip and @include, which contain no text.
      Directive({ name, arguments: nodes }) {
        const condition = nodes?.[0]?.value;
        if (condition?.kind === Kind.VARIABLE && (name.value === 'skip' || name.value === 'include'))
          conditions.add(condition.name.value);
        return false;
      },
      Argument(node): ArgumentNode | undefined {
        const { type } = typeInfo.getArgument()!;
        if (isWithoutText(node.value, type)) return undefined;
        const literal = { node: node.value, type, hasVariables: hasVariables(node.value) };
        if (!literal.hasVariables) assertFits(literal);
        const name = `${prefix}${literals.size}`;
        literals.set(name, literal);
        return { ...node, value: variableNode(name) };
      },
    }),
  );
  const definitions = [...literals.keys()].map(declarationOf);
  return {
    document: visit(flatDocument, {
      OperationDefinition: (node) => ({
        ...node,
        variableDefinitions: [
          ...(node.variableDefinitions ?? []).map((definition) => withoutDefault(definition, conditions)),
          ...definitions,
        ],
      }),
    }),
    flatten: (values) => {
      const all = { ...defaultsOf(operation), ...values };
      const names = [...literals.keys()];
      const variableValues = [...literals.values()].map((literal) => valueOfLiteral(literal, all));
      const flat = (coercedValues: readonly unknown[]): Values => {
        for (const value of coercedValues) if (typeof value === 'object' && value !== null) validObjects.add(value);
        return { ...all, ...Object.fromEntries(coercedValues.map((value, index) => [names[index]!, value])) };
      };
      return variableValues.some((value) => value instanceof Promise)
        ? Promise.all(variableValues).then(flat)
        : flat(variableValues);
    },
  };
}

/** A beginning of names that no variable of the operation has. */
function unusedPrefix({ variableDefinitions = [] }: OperationDefinitionNode): string {
  let prefix = 'object_';
  while (variableDefinitions.some(({ variable }) => variable.name.value.startsWith(prefix))) prefix += '_';
  return prefix;
}

/** Whether a literal is a Boolean, null, a number or a value of an enum type. A JSON value may be any name. */
function isWithoutText({ kind }: ValueNode, type: GraphQLInputType): boolean {
  if (kind === Kind.VARIABLE || kind === Kind.BOOLEAN || kind === Kind.NULL) return true;
  const named = getNamedType(type);
  if (kind === Kind.INT || kind === Kind.FLOAT) return isScalarType(named) && isSpecifiedScalarType(named);
  return kind === Kind.ENUM && isEnumType(named);
}

function assertFits({ node, type }: LiteralArgument): void {
  if (valueFromAST(node, type) === undefined) throw new Error(`a literal does not fit its type ${type.toString()}`);
}

/** The value of a literal. A literal without variables has the same value as in graphql-js. */
const valueOfLiteral = ({ node, type, hasVariables: isOpen }: LiteralArgument, values: Values): unknown =>
  isOpen ? coerceValue(valueOf(node, values), type) : valueFromAST(node, type);

const variableNode = (name: string) => ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }) as const;

/**
 * Declares the variable that replaces a literal. Its type is JSON, so that graphql-jit does not convert the value
 * again: graphql-jit cannot handle recursive filters.
 */
const declarationOf = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variableNode(name),
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } },
});

/**
 * The definition without its default value, which graphql-jit would write into its code without converting it to the
 * variable's type. A condition of @skip or @include is declared as non-null, because null is an error there.
 */
function withoutDefault(definition: VariableDefinitionNode, conditions: ReadonlySet<string>): VariableDefinitionNode {
  const { kind, variable, type, loc } = definition;
  const isCondition = conditions.has(variable.name.value);
  return {
    ...{ kind, variable, ...(loc && { loc }) },
    type: isCondition && type.kind !== Kind.NON_NULL_TYPE ? { kind: Kind.NON_NULL_TYPE, type } : type,
  };
}

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

function hasVariables(value: ValueNode): boolean {
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
