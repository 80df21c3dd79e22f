// Checks and prepares the GraphQL documents of checks. A document is one query that reads only the inventory, up to a
// maximum cost.
import {
  getNamedType,
  getOperationAST,
  GraphQLError,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../errors';
import { documentCost } from '../../../graphql/documents/cost';
import { fragmentsByName, parseDocument } from '../../../graphql/documents/document';
import { nilId } from '../../../platform/text/validation';
import type { QueryRule } from '../judging/check-rules';
import { isUsableName, problemOfExpression } from '../judging/queries/expression';
import { pageAlias } from '../judging/queries/judge-answer';
import { isReadableField, isReadableName, isReadableType } from './readable-fields';

/** Maximum cost of a document in points. */
export const mostPoints = 20_000;

/** The variables that a document may have, with their types. */
const variableTypes: Readonly<Record<string, string>> = { networkId: 'UUID!', at: 'DateTime!' };

/** A document that was checked and can be run. */
export interface QueryDocument {
  /** The document with an additional field in each list, which says whether the list has more rows. */
  readonly document: DocumentNode;
  /** Names of the document's variables. */
  readonly variables: readonly string[];
  /** Whether the document can read a past state, by the directive `@at(instant: $at)`. */
  readonly readsPast: boolean;
  /** Estimated cost in points. */
  readonly cost: number;
}

const prepared = new WeakMap<GraphQLSchema, LRUCache<string, QueryDocument>>();
const mostPrepared = 200;

/**
 * The prepared document of a rule. `field` is the path of the rule in errors. Throws 400 `check_document_invalid`,
 * `check_document_denied`, `check_expression_invalid` or `query_too_expensive`.
 */
export function prepareQuery(
  schema: GraphQLSchema,
  { document: text, expression }: QueryRule,
  field = 'rule.queryFindsNothing',
): QueryDocument {
  const cache = prepared.get(schema) ?? new LRUCache<string, QueryDocument>({ max: mostPrepared });
  prepared.set(schema, cache);
  const name = JSON.stringify([text, expression]);
  try {
    const query = cache.get(name) ?? prepare(schema, text, expression, field);
    cache.set(name, query);
    return query;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'query_too_expensive') throw error;
    throw new AppError('query_too_expensive', { field: `${field}.document`, ...error.params });
  }
}

function prepare(schema: GraphQLSchema, text: string, expression: string, path: string): QueryDocument {
  const field = `${path}.document`;
  const document = parsedDocument(text, field);
  const refuse: Refuse = (problem, node) => {
    throw new AppError('check_document_invalid', { field, problem, ...placeOf(node) });
  };
  const operation = onlyQuery(document, refuse);
  const [error] = validate(schema, document, undefined, { maxErrors: 1 });
  if (error) throw invalidDocument(error, field);
  assertReadable(schema, document, field);
  assertVariables(operation, refuse);
  const names = responseNames(document, operation);
  for (const name of names)
    if (!isUsableName(name))
      refuse(`an expression cannot use the name ${name}: give the field another alias`, operation);
  const problem = problemOfExpression(expression, names);
  if (problem) throw new AppError('check_expression_invalid', { field: `${path}.expression`, ...problem });
  const values = { networkId: nilId, at: new Date(0).toISOString() };
  const cost = documentCost(schema, document, operation, values, mostPoints);
  return {
    document: withPages(schema, document),
    variables: (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
    readsPast: (operation.directives ?? []).some(({ name }) => name.value === 'at'),
    cost,
  };
}

type Refuse = (problem: string, node: ASTNode) => never;

const placeOf = ({ loc }: ASTNode) => {
  const { line, column } = loc?.startToken ?? { line: 1, column: 1 };
  return { line, column };
};

const invalidDocument = ({ message, locations }: GraphQLError, field: string) =>
  new AppError('check_document_invalid', {
    ...{ field, problem: message },
    ...{ line: locations?.[0]?.line ?? 1, column: locations?.[0]?.column ?? 1 },
  });

function parsedDocument(text: string, field: string): DocumentNode {
  try {
    return parseDocument(text);
  } catch (error) {
    throw error instanceof GraphQLError ? invalidDocument(error, field) : error;
  }
}

function onlyQuery(document: DocumentNode, refuse: Refuse): OperationDefinitionNode {
  const operation = getOperationAST(document);
  if (!operation) refuse('it must have exactly one operation', document);
  if (operation.operation !== OperationTypeNode.QUERY) refuse('its operation must be a query', operation);
  return operation;
}

function assertVariables(operation: OperationDefinitionNode, refuse: Refuse): void {
  for (const node of operation.variableDefinitions ?? []) {
    const name = node.variable.name.value;
    const expected = variableTypes[name];
    if (expected === undefined) refuse(`it may have the variables $networkId and $at, not $${name}`, node);
    if (print(node.type) !== expected) refuse(`the variable $${name} must have the type ${expected}`, node);
  }
  const [at] = (operation.directives ?? []).filter(({ name }) => name.value === 'at');
  const instant = at?.arguments?.[0]?.value;
  if (at && !(instant?.kind === Kind.VARIABLE && instant.name.value === 'at'))
    refuse('the directive @at must have the variable $at as its instant', at);
}

/** Throws 400 if the document selects or names something that checks must not read. */
function assertReadable(schema: GraphQLSchema, document: DocumentNode, field: string): void {
  const types = new TypeInfo(schema);
  const deny = (name: string, node: ASTNode): never => {
    throw new AppError('check_document_denied', { field, name, ...placeOf(node) });
  };
  const assertFragment = (node: ASTNode) => {
    const type = getNamedType(types.getType());
    if (type && type !== schema.getQueryType() && !isReadableType(type)) deny(type.name, node);
  };
  const visitor: ASTVisitor = {
    Field(node) {
      const [parent, definition] = [types.getParentType()!, types.getFieldDef()!];
      if (definition.name === '__typename') return;
      if (!isReadableField(parent, definition, getNamedType(definition.type)))
        deny(`${parent.name}.${definition.name}`, node);
    },
    InlineFragment: assertFragment,
    FragmentDefinition: assertFragment,
    Argument(node) {
      const type = getNamedType(types.getInputType()) ?? undefined;
      if (!isReadableName(node.name.value, type)) deny(node.name.value, node);
    },
    ObjectField(node) {
      const type = getNamedType(types.getInputType()) ?? undefined;
      if (!isReadableName(node.name.value, type)) deny(node.name.value, node);
    },
    EnumValue(node) {
      if (!isReadableName(node.value)) deny(node.value, node);
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * The fields of a selection, including those in its fragments. The recursion ends, because fragments of a valid
 * document form no cycles.
 */
const fieldsOf = ({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] =>
  selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });

const responseNames = (document: DocumentNode, { selectionSet }: OperationDefinitionNode): string[] => [
  ...new Set(fieldsOf(selectionSet, fragmentsByName(document)).map(({ name, alias }) => (alias ?? name).value)),
];

const pageField = (() => {
  const [definition] = parse(`{ ${pageAlias}: pageInfo { hasNextPage hasPreviousPage } }`).definitions;
  return (definition as OperationDefinitionNode).selectionSet.selections[0]!;
})();

/**
 * The document with an additional `pageInfo` field in each list of rows, which says whether the list has more. Lists
 * whose `pageInfo` the document already selects are not changed.
 */
function withPages(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  const fragments = fragmentsByName(document);
  const leave = (node: FieldNode): FieldNode | undefined => {
    const type = getNamedType(types.getType());
    if (!node.selectionSet || !isObjectType(type) || !type.getFields().pageInfo) return undefined;
    const names = new Set(fieldsOf(node.selectionSet, fragments).map(({ name }) => name.value));
    if (names.has('pageInfo') || !(names.has('nodes') || names.has('edges'))) return undefined;
    const selections = [...node.selectionSet.selections, pageField];
    return { ...node, selectionSet: { ...node.selectionSet, selections } };
  };
  return visit(document, visitWithTypeInfo(types, { Field: { leave } }));
}
