// Estimates the cost of a GraphQL document before it runs: the number of rows that it may read, in points. The points
// are paid with tokens of the caller's rate limit.
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { AppError } from '../../errors';

export const maximumDepth = 15;
export const maximumAliases = 100;

/** Points per token of the rate limit. Each document of a REST route costs at most one token. */
export const pointsPerToken = 5000;

/** The number of scalar values in lists that cost as much as one row. */
export const valuesPerPoint = 10;

export const costInTokens = (cost: number): number => Math.max(1, Math.ceil(cost / pointsPerToken));

const costs = new WeakMap<OperationDefinitionNode, number>();

/**
 * The cost of a document in points. Throws `query_too_expensive` if the cost, the depth or the number of aliases
 * exceeds its maximum.
 */
export function documentCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  maximum: number,
): number {
  const last = costs.get(operation);
  if (last !== undefined && last <= maximum) return last;
  const cost = measureDocument(schema, document, operation, variables, maximum);
  // The cost of an operation without variables is constant, so it is cached.
  if ((operation.variableDefinitions ?? []).length === 0) costs.set(operation, cost);
  return cost;
}

function measureDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  maximum: number,
): number {
  const aliases = aliasesIn(document) > maximumAliases ? repeatedAliasesIn(document, schema) : 0;
  if (aliases > maximumAliases)
    throw new AppError('query_too_expensive', { cost: aliases, maximum: maximumAliases, of: 'aliases' });
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const { complexity: dataCost } = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema, variables },
  );
  const complexity = dataCost + introspectionCost(operation, fragments);
  const depth = depthOf(operation, fragments);
  if (depth > maximumDepth)
    throw new AppError('query_too_expensive', { cost: depth, maximum: maximumDepth, of: 'depth' });
  if (complexity > maximum) throw new AppError('query_too_expensive', { cost: complexity, maximum });
  return Math.max(1, complexity);
}

/**
 * Cost in points of reading the whole schema by introspection. Introspection reads no rows, but takes as much time as
 * many rows.
 */
export const wholeSchemaWeight = 4000;
const introspectionWeights: Readonly<Record<string, number>> = { __schema: wholeSchemaWeight, __type: 500 };

function introspectionCost(operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]): number {
  return foldSelections(
    operation,
    fragments,
    (field, below) => below + (introspectionWeights[field.name.value] ?? 0),
    add,
  );
}

/** The maximum depth of nested fields of an operation, counted through fragments and introspection. */
function depthOf(operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]): number {
  return foldSelections(operation, fragments, (_field, below) => below + 1, Math.max);
}

const add = (a: number, b: number): number => a + b;

/**
 * Computes a number, such as the depth, from all fields of an operation. `ofField` gets the number of the fields below
 * a field, and `join` combines the numbers of two neighboring fields. Each fragment is visited once; validation rejects
 * cycles of fragments.
 */
function foldSelections(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  ofField: (field: FieldNode, below: number) => number,
  join: (a: number, b: number) => number,
): number {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const costsByFragment = new Map<string, number>();
  const ofFragment = (name: string): number => {
    if (!costsByFragment.has(name)) costsByFragment.set(name, ofSelections(byName.get(name)?.selectionSet));
    return costsByFragment.get(name)!;
  };
  const ofSelections = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? [])
      .map((node) => {
        if (node.kind === Kind.FIELD) return ofField(node, ofSelections(node.selectionSet));
        return node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : ofSelections(node.selectionSet);
      })
      .reduce(join, 0);
  return ofSelections(operation.selectionSet);
}

/** Counts the aliases that are written in all operations and fragments; each fragment counts once. */
function aliasesIn({ definitions }: DocumentNode): number {
  const inSet = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((count, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return count;
      return count + (node.kind === Kind.FIELD && node.alias ? 1 : 0) + inSet(node.selectionSet);
    }, 0);
  return definitions.map((node) => inSet('selectionSet' in node ? node.selectionSet : undefined)).reduce(add, 0);
}

/**
 * Counts aliases that repeat a field of the same type. Aliases that only rename a field, as in the documents of REST
 * routes, are not counted.
 */
function repeatedAliasesIn(document: DocumentNode, schema: GraphQLSchema): number {
  const uses = new Map<string, { all: number; aliasCount: number }>();
  const typeInfo = new TypeInfo(schema);
  const count = (node: FieldNode) => {
    const key = `${typeInfo.getParentType()?.name ?? ''}.${node.name.value}`;
    const { all, aliasCount } = uses.get(key) ?? { all: 0, aliasCount: 0 };
    uses.set(key, { all: all + 1, aliasCount: aliasCount + (node.alias ? 1 : 0) });
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: (node) => count(node) }));
  return [...uses.values()].map(({ all, aliasCount }) => (all > 1 ? aliasCount : 0)).reduce(add, 0);
}
