// Lists the root lists, getters and relations of the schema, and builds documents that query them.
import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { modelNames } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';

type Field = GraphQLField<unknown, unknown>;
/**
 * The page size of most lists: more rows than the test organizations have of any kind, but few enough for deeply nested
 * documents.
 */
export const pageSize = 40;
/** The page size for root lists, some of which have one row for each change. */
export const wholeListSize = 1000;

interface RootField {
  readonly field: string;
  readonly model: string;
}
export interface Relation {
  readonly parent: string;
  readonly field: string;
}

const fieldsOf = (type: GraphQLObjectType): Field[] => Object.values(type.getFields());
export const nameType = (field: Field) => getNamedType(field.type as GraphQLOutputType);
export const isConnection = (name: string): boolean => name.endsWith('Connection');
const nodeOf = (type: GraphQLObjectType): GraphQLObjectType =>
  isConnection(type.name) ? (getNamedType(type.getFields().nodes!.type) as GraphQLObjectType) : type;

/** The root fields that need a credential. Every caller may read the other root fields, which other files test. */
const queries = fieldsOf(schema.getQueryType()!).filter(({ name }) => !publicOperations.has(name));
const requiredArguments = (field: Field) => field.args.filter(isRequiredArgument).map(({ name }) => name);
/** The type of the rows to which a field leads. */
export const rowTypeOf = (field: Field): GraphQLObjectType => nodeOf(nameType(field) as GraphQLObjectType);
const modelBehind = (field: Field): string => rowTypeOf(field).name;

/** Fields that the tests of lists, getters and relations leave out, because other files test them. */
const askedElsewhere = [
  'Topology.graph',
  'SavedView.graph',
  // isolation-checks.test.ts tests these fields.
  'Topology.whatIf',
  'Plan.whatIf',
  'Plan.progress',
  'Query.topologyData',
  'Query.whySameHost',
  'Query.locate',
  'Query.search',
  // isolation-addresses.test.ts tests this field.
  'Query.nextFreeAddress',
  'Query.hostAliases',
  // isolation-checks.test.ts tests these fields.
  'Query.testCheck',
  'Query.checkTimeline',
  'Query.suggestedChecks',
  // daemon-writes.test.ts tests this field.
  'Query.daemonInstallCommands',
  // The result depends only on the arguments of the field, not on rows.
  'Query.scheduledRuns',
  'Query.webhookPreview',
  'Query.mailRulePreview',
  'Query.inventoryDiff',
  'Query.topologyDiff',
  'Query.history',
  // isolation-past.test.ts compares `asOf` with the directive `@at`. test/graphql/nodes.test.ts tests rows by node id.
  'Query.asOf',
  'Query.node',
  'Query.nodes',
];
const isAskedHere = (typeName: string, { name }: Field): boolean => !askedElsewhere.includes(`${typeName}.${name}`);

export const rootLists: RootField[] = queries
  .filter((field) => isConnection(nameType(field).name) && isAskedHere('Query', field))
  .map((field) => ({ field: field.name, model: modelBehind(field) }));
export const getters: RootField[] = queries
  .filter((field) => requiredArguments(field).join() === 'id' && !isConnection(nameType(field).name))
  .map((field) => ({ field: field.name, model: modelBehind(field) }));
/** Root fields without arguments that return facts about the caller or the service. */
export const plainRoots: string[] = queries
  .filter((field) => requiredArguments(field).length === 0 && !isConnection(nameType(field).name))
  .map(({ name }) => name);
const knownNames = new Set([...rootLists, ...getters].map(({ field }) => field).concat(plainRoots));
/** Root fields that are neither lists, getters nor fields without arguments. There must be none. */
export const unknownRoots: string[] = queries
  .filter((field) => !knownNames.has(field.name) && isAskedHere('Query', field))
  .map(({ name }) => name);

const isEntity = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && (modelNames.includes(type.name) || isConnection(type.name));

/** Selects all fields of a row that lead to no other row, and related rows up to `depth` relations away. */
export function buildSelection(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (isAbstractType(type)) {
    const branches = schema.getPossibleTypes(type).map(({ name }) => `... on ${name} ${buildSelection(name, depth)}`);
    return `{ __typename ${branches.join(' ')} }`;
  }
  const selectedFields = fieldsOf(type as GraphQLObjectType).flatMap((field) => {
    const inner = nameType(field);
    if (!isAskedHere(typeName, field)) return [];
    if (requiredArguments(field).length > 0)
      throw new Error(`${typeName}.${field.name} needs arguments: give the suite some`);
    if (isLeafType(inner)) return [field.name];
    if (!isEntity(inner)) return [`${field.name} ${buildSelection(inner.name, depth)}`];
    return depth > 0 ? [fieldSelection(field, depth - 1)] : [];
  });
  return `{ __typename ${selectedFields.join(' ')} }`;
}

export function fieldSelection(field: Field, depth: number): string {
  const type = nameType(field);
  if (!isConnection(type.name)) return `${field.name} ${buildSelection(type.name, depth)}`;
  const node = nodeOf(type as GraphQLObjectType).name;
  return `${field.name}(first: ${pageSize}) { totalCount nodes ${buildSelection(node, depth)} }`;
}

/** By type, the shortest paths of fields from Query to rows of the type, through fields that need no arguments. */
export const pathsByType = new Map<string, Field[][]>();
for (const queue: [GraphQLObjectType, Field[]][] = [[schema.getQueryType()!, []]]; queue.length > 0;) {
  const [type, path] = queue.shift()!;
  for (const field of fieldsOf(type)) {
    const inner = nameType(field);
    if (requiredArguments(field).length > 0 || isLeafType(inner) || !isAskedHere(type.name, field)) continue;
    const reachedTypes = isAbstractType(inner)
      ? [...schema.getPossibleTypes(inner)]
      : [nodeOf(inner as GraphQLObjectType)];
    for (const next of reachedTypes) {
      const others = pathsByType.get(next.name);
      if (!others) queue.push([next, [...path, field]]);
      if (!others || others[0]!.length === path.length + 1)
        pathsByType.set(next.name, [...(others ?? []), [...path, field]]);
    }
  }
}

const ownTypes = Object.values(schema.getTypeMap())
  .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
  .filter(
    ({ name }) =>
      !['Query', 'Mutation', 'Subscription', 'PageInfo', 'GroupCount'].includes(name) &&
      !/(Connection|Edge)$/.test(name),
  );
/**
 * Types that the tests of lists, getters and relations cannot reach. Only graphs, differences, what-if changes, `asOf`,
 * mutations, subscriptions and public operations return them.
 */
const elsewhere = new Set<string>();
const otherRoots = [schema.getMutationType()!, schema.getSubscriptionType()!].flatMap(fieldsOf);
const publicRoots = fieldsOf(schema.getQueryType()!).filter(({ name }) => publicOperations.has(name));
const otherAnswers = [...otherRoots, ...publicRoots].map((field) => nameType(field).name);
for (
  const waitingTypes = [
    'Past',
    'TopologyGraph',
    'TopologyData',
    'InventoryChangeConnection',
    'TopologyDiff',
    'WhatIf',
    'PlanProgress',
    ...otherAnswers,
  ];
  waitingTypes.length > 0;
) {
  const type = schema.getType(waitingTypes.pop()!)!;
  if (isLeafType(type) || elsewhere.has(type.name) || pathsByType.has(type.name)) continue;
  elsewhere.add(type.name);
  if (isAbstractType(type)) waitingTypes.push(...schema.getPossibleTypes(type).map(({ name }) => name));
  else waitingTypes.push(...fieldsOf(type as GraphQLObjectType).map((field) => nameType(field).name));
}
/** Types that no query reaches and no mutation or subscription returns. There must be none. */
export const unreachableTypes: string[] = ownTypes
  .map(({ name }) => name)
  .filter((name) => !pathsByType.has(name) && !elsewhere.has(name));

/** Every field that leads from a row to other rows. */
export const relations: Relation[] = ownTypes
  .filter(({ name }) => pathsByType.has(name))
  .flatMap((type) =>
    fieldsOf(type)
      .filter((field) => isEntity(nameType(field)))
      .map((field) => ({ parent: type.name, field: field.name })),
  );

export const listDocument = (field: string, model: string): string =>
  `query($ids: [UUID!], $after: String, $before: String, $first: Int, $last: Int) {
    list: ${field}(ids: $ids, first: $first, after: $after, last: $last, before: $before)
      { totalCount pageInfo { startCursor endCursor } nodes ${buildSelection(model, 0)} } }`;

export const getterDocument = (field: string, model: string): string =>
  `query($id: UUID!) { row: ${field}(id: $id) ${buildSelection(model, 1)} }`;

/** The name of a root field's type. */
export const rootType = (field: string): string => nameType(schema.getQueryType()!.getFields()[field]!).name;

export const hasArgument = (field: string, name: string): boolean =>
  schema
    .getQueryType()!
    .getFields()
    [field]!.args.some((argument) => argument.name === name);

/** All values of the key in the result, at any depth. */
export function collectValues(data: unknown, key: string): unknown[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [
    ...(name === key && !Array.isArray(data) ? [value] : []),
    ...collectValues(value, key),
  ]);
}

/**
 * Describes connections in a result whose count differs from the number of their rows. Pages are larger than any list
 * of the test organizations, so the two numbers must be equal.
 */
export function findMiscounted(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const { totalCount, nodes } = data as { totalCount?: number; nodes?: unknown[] };
  const here = totalCount !== undefined && nodes !== undefined && totalCount !== nodes.length;
  return [
    ...(here ? [`${totalCount} counted, ${nodes.length} seen`] : []),
    ...Object.values(data as object).flatMap((value) => findMiscounted(value)),
  ];
}
