// Tests that callers pay for what they get. For each list of the schema at its maximum length, the estimated cost and
// the charge after the response together cover the content of the response, except for a fraction of a token.
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isRequiredArgument,
  parse,
  validate,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { answerPoints, charactersPerPoint, tokensBeyond } from '../../src/graphql/documents/answered-cost';
import { costInTokens, pointsPerToken, valuesPerPoint } from '../../src/graphql/documents/cost';
import { maximumPageSize } from '../../src/graphql/lists/page';
import { usualItems, type DeclaredList } from '../../src/graphql/plugin/bounds';
import { schema } from '../../src/modules/types';
import { pointsOf } from './document-points';

type Field = GraphQLField<unknown, unknown>;
interface Step {
  readonly type: GraphQLCompositeType;
  readonly field: Field;
}
type Json = { readonly [name: string]: unknown };

const fieldsOf = (type: GraphQLCompositeType): Field[] => ('getFields' in type ? Object.values(type.getFields()) : []);
const isList = ({ type }: Field): boolean => isListType(getNullableType(type));
const isPaged = ({ args }: Field): boolean => args.some(({ name }) => name === 'first');
const typeBehind = ({ type }: Field) => getNamedType(type);
const isOfPage = ({ type, field }: Step): boolean =>
  type.name.endsWith('Connection') && ['nodes', 'edges'].includes(field.name);

/**
 * For each type, the fields that lead to it from the query type: through a list with pages if possible, otherwise as
 * few fields as possible.
 */
const ways = new Map<GraphQLCompositeType, readonly Step[]>([[schema.getQueryType()!, []]]);
for (const field of fieldsOf(schema.getQueryType()!).filter(isPaged)) {
  const root = { type: schema.getQueryType()!, field };
  const connection = typeBehind(field) as GraphQLCompositeType;
  const nodes = fieldsOf(connection).find(({ name }) => name === 'nodes');
  if (!ways.has(connection)) ways.set(connection, [root]);
  const row = nodes && (typeBehind(nodes) as GraphQLCompositeType);
  if (row && !ways.has(row)) ways.set(row, [root, { type: connection, field: nodes }]);
}
for (const [type, way] of ways) {
  for (const branch of isAbstractType(type) ? schema.getPossibleTypes(type) : [])
    if (!ways.has(branch)) ways.set(branch, way);
  for (const field of fieldsOf(type)) {
    const below = typeBehind(field);
    if (isCompositeType(below) && !ways.has(below)) ways.set(below, [...way, { type, field }]);
  }
}
const lists = [...ways].flatMap(([type, way]) =>
  isAbstractType(type)
    ? []
    : fieldsOf(type)
        .filter(isList)
        .map((field) => ({ title: `${type.name}.${field.name}`, steps: [...way, { type, field }] })),
);

const weightOf = ({ extensions }: Field): unknown => extensions.complexity;
/** The weight in cost estimates of a field that declares no weight. */
const usualWeight = weightOf((schema.getType('Host') as GraphQLObjectType).getFields().tags!);

/** The length that is assumed for lists without a declared maximum. */
const ofNetwork = 20_000;
const boundOf = (list: Step): number => {
  const { holds } = list.field.extensions as DeclaredList;
  return isOfPage(list) ? maximumPageSize : typeof holds === 'number' ? holds : ofNetwork;
};

/**
 * A document that selects the fields in `steps`, each inside the previous one, and `beside` next to the last one. The
 * first list with pages gets `first` rows, other lists with pages one row.
 */
function documentOf(steps: readonly Step[], first: number, innermost: string, beside = '') {
  const declared: string[] = [];
  const paged = steps.findIndex(({ field }) => isPaged(field));
  const text = steps.reduceRight((inner, { type, field }, at) => {
    const args = field.args.filter(isRequiredArgument).map((arg) => {
      declared.push(`$${arg.name}${at}: ${String(arg.type)}`);
      return `${arg.name}: $${arg.name}${at}`;
    });
    if (isPaged(field)) args.push(`first: ${at === paged ? first : 1}`);
    const selected = `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${inner} ${at === steps.length - 1 ? beside : ''}`;
    return at === 0 ? `{ ${selected} }` : `{ ... on ${type.name} { ${selected} } }`;
  }, innermost);
  return parse(`query${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${text}`);
}

/** The answer in which each list has as many items as `itemsOf` says. */
function answerOf(steps: readonly Step[], itemsOf: (list: Step) => number, innermost: unknown): unknown {
  return steps.reduceRight<unknown>((inner, step) => {
    const value = isList(step.field) ? Array<unknown>(itemsOf(step)).fill(inner) : inner;
    return { [step.field.name]: value };
  }, innermost);
}

/**
 * The cost of a response in points, as docs/api.md defines it: one point for each object, for each ten values in lists,
 * and for each thousand characters.
 */
function heldPoints(answer: unknown): number {
  const known = new Map<unknown, number>();
  const count = (value: unknown, inList: boolean): number => {
    if (typeof value !== 'object' || value === null)
      return (inList ? 1 / valuesPerPoint : 0) + (typeof value === 'string' ? value.length / charactersPerPoint : 0);
    if (!known.has(value)) {
      const isArray = Array.isArray(value);
      const below = Object.values(value as Json).reduce<number>((sum, one) => sum + count(one, isArray), 0);
      known.set(value, below + (isArray ? 0 : 1));
    }
    return known.get(value)!;
  };
  return count(answer, false) - 1;
}

test('most lists of the schema are reached through a list with pages', () => {
  expect(lists.length).toBeGreaterThan(400);
  expect(lists.filter(({ steps }) => isPaged(steps[0]!.field)).length).toBeGreaterThan(200);
});

test.each(lists.map(({ title, steps }) => [title, steps] as const))('%s', async (_title, steps) => {
  const list = steps.at(-1)!;
  const most = boundOf(list);
  const isOfObjects = isCompositeType(typeBehind(list.field));
  const isThroughPage = steps.some(({ field }) => isPaged(field));
  const pointsOfItem = isOfObjects ? 1 : 1 / valuesPerPoint;
  // The number of rows whose lists together cost three tokens. A page may have room for fewer rows.
  const rowsNeeded = Math.ceil((3 * pointsPerToken) / (most * pointsOfItem));
  const rows = isOfPage(list) || !isThroughPage ? 1 : Math.min(maximumPageSize, rowsNeeded);
  const first = isOfPage(list) ? maximumPageSize : rows;
  const innermost = isOfObjects ? '{ __typename }' : '';
  const document = documentOf(steps, first, innermost);
  expect(validate(schema, document)).toEqual([]);
  const estimate = pointsOf(document);

  const page = steps.find(isOfPage);
  const itemsOf = (step: Step) => (step === list ? most : step === page ? rows : 1);
  const answer = answerOf(steps, itemsOf, isOfObjects ? { __typename: typeBehind(list.field).name } : 'x') as Json;
  const held = heldPoints(answer);
  const charged = (costInTokens(estimate) + tokensBeyond(estimate, await answerPoints(answer))) * pointsPerToken;
  expect(held - charged).toBeLessThan(pointsPerToken);

  // For a page, the estimate counts every requested row. For a list without pages, it counts the usual number of items.
  if (list.field.name === 'nodes' && isOfPage(list)) expect(estimate).toBeGreaterThanOrEqual(first);
  if (isOfPage(list) || weightOf(list.field) !== usualWeight) return;
  const { usual = usualItems } = list.field.extensions as DeclaredList;
  const withoutList = pointsOf(documentOf(steps.slice(0, -1), first, '{ __typename }'));
  const withList = pointsOf(documentOf(steps, first, innermost, '__typename'));
  const usualPoints = isOfObjects ? usual : Math.floor(usual / valuesPerPoint);
  expect(withList - withoutList).toBeGreaterThanOrEqual(usualPoints * first);
});
