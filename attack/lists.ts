// Attack phase: reads every list of GraphQL and REST, in every order and with the maximum page size, of a tenant with
// long lists.
import { createHash } from 'node:crypto';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { publishedSchema } from './documents';
import type { Request } from './exchange';
import { operations } from './openapi';
import { graphql, type Phase } from './phase';

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLOutputType): Field[] => {
  const namedType = getNamedType(type);
  return isObjectType(namedType)
    ? Object.values(namedType.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
    : [];
};
const isConnection = ({ type }: Field): boolean => /Connection$/.test(getNamedType(type).name);
const isPlainList = ({ type }: Field): boolean => isListType(getNullableType(type));
const nodeTypeOf = (type: GraphQLOutputType): GraphQLOutputType =>
  (getNamedType(type) as GraphQLObjectType).getFields().nodes!.type;

/** A GraphQL selection of all scalar and enum fields of a type, and of all such fields of the objects in its lists. */
function leavesOf(type: GraphQLOutputType, depth = 0): string {
  const names = fieldsOf(type).flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return field.name;
    const below = depth < 1 && isPlainList(field) ? leavesOf(field.type, depth + 1) : '';
    return below && `${field.name} ${below}`;
  });
  const leafNames = names.filter(Boolean);
  return leafNames.length > 0 ? `{ ${leafNames.join(' ')} }` : '';
}

export interface ListQuestion {
  readonly name: string;
  /** Returns the GraphQL document that reads pages of `first` rows. */
  document(first: number): string;
}

function questionsBelow(root: Field): ListQuestion[] {
  const nodes = nodeTypeOf(root.type);
  const lists = fieldsOf(nodes).filter((field) => isConnection(field) || isPlainList(field));
  const whole = { name: root.name, selection: () => leavesOf(nodes, 1) };
  const below = lists.map((field) => ({
    name: `${root.name}.${field.name}`,
    selection: (first: number) =>
      isConnection(field)
        ? `{ ${field.name}(first: ${first}) { nodes ${leavesOf(nodeTypeOf(field.type), 1) || '{ __typename }'} } }`
        : `{ ${field.name} ${leavesOf(field.type)} }`,
  }));
  return [whole, ...below]
    .filter(({ selection }) => selection(1) !== '')
    .map(({ name, selection }) => ({
      name,
      document: (first) => `{ ${root.name}(first: ${first}) { nodes ${selection(first)} } }`,
    }));
}

const roots = Object.values(publishedSchema.getQueryType()!.getFields()).filter(
  (field) => isConnection(field) && !field.args.some(isRequiredArgument),
);
/** The fields by which a root list can be sorted. */
function orderFieldsOf({ args }: Field): string[] {
  const order = args.find(({ name }) => name === 'orderBy');
  const input = order && getNamedType(order.type);
  const field = isInputObjectType(input) ? getNamedType(input.getFields().field!.type) : undefined;
  return isEnumType(field) ? field.getValues().map(({ name }) => name) : [];
}
const sortedQuestions = (root: Field): ListQuestion[] =>
  orderFieldsOf(root).map((field) => ({
    name: `${root.name} by ${field}`,
    document: (first) =>
      `{ ${root.name}(first: ${first}, orderBy: [{ field: ${field}, direction: desc }]) { totalCount nodes { __typename } } }`,
  }));

/**
 * GraphQL queries that read lists: each root list, each list inside of a root list's rows, and each root list in each
 * of its sort orders.
 */
export const listQuestions: readonly ListQuestion[] = roots.flatMap((root) => [
  ...questionsBelow(root),
  ...sortedQuestions(root),
]);

interface ListCase {
  readonly name: string;
  /** Returns the request that reads pages of `first` rows. */
  request(first: number): Request;
}
const read = (path: string): Request => ({ method: 'GET', path });

/**
 * The REST requests: for each list, a request for the whole list, and a request for each field by which the list can be
 * sorted.
 */
export const restLists: readonly ListCase[] = operations
  .filter(({ method, path, parameters }) => {
    const isList = parameters.some(({ name }) => name === 'limit') && !path.includes('{');
    return method === 'GET' && isList && path.startsWith('/api/v1/');
  })
  .flatMap(({ path, parameters }) => {
    const order = parameters.find(({ name }) => name === 'order_by');
    const isFile = path.includes('/export/');
    const sortFields = isFile ? [] : ((order?.schema.enum ?? []) as readonly string[]);
    return [
      { name: `GET ${path}`, request: () => read(`${path}?limit=0`) },
      ...sortFields.map((field) => ({
        name: `GET ${path} by ${field}`,
        request: (first: number) => read(`${path}?limit=${first}&order_by=${field}&order_direction=desc`),
      })),
    ];
  });

const rankOf = ({ name }: ListCase): string => createHash('sha256').update(name).digest('hex');
/** All lists, sorted by a hash of their names, so that a run that ends early has sent requests of all kinds. */
const listCases = [
  ...listQuestions.map(({ name, document }) => ({
    name,
    request: (first: number) => graphql({ query: document(first) }),
  })),
  ...restLists,
].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

/** Page sizes, tried in this order until the service no longer refuses the request as too expensive. */
const pages = [1000, 300, 100, 30, 10, 3, 1];
/** Number of callers that send the same request concurrently. */
const crowd = 5;

export const lists: Phase = {
  name: 'lists',
  duty: 'every list at its bound, with every field and in every order',
  share: 5,
  together: 1,
  isMeasured: true,
  needsFull: true,
  cases: listCases.length,
  async run({ number, world, send }) {
    const { name, request } = listCases[number]!;
    for (const first of pages) {
      const ask = () => send(world.full!, request(first), `${name}, ${first} rows`);
      if ((await ask()).status === 400) continue;
      await Promise.all(Array.from({ length: crowd }, ask));
      return;
    }
  },
};
