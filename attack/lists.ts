// Phase: every list that the schema has, at its bound and by every field, from a tenant whose lists are as long as they may become.
import {
  getNamedType,
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
import { graphql, type Phase } from './phase';

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLOutputType): Field[] => {
  const named = getNamedType(type);
  return isObjectType(named)
    ? Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
    : [];
};
const isConnection = ({ type }: Field): boolean => /Connection$/.test(getNamedType(type).name);
const isPlainList = ({ type }: Field): boolean => isListType(getNullableType(type));
const nodeTypeOf = (type: GraphQLOutputType): GraphQLOutputType =>
  (getNamedType(type) as GraphQLObjectType).getFields().nodes!.type;

/** All leaves of a type, and below its own lists of objects theirs. */
function leavesOf(type: GraphQLOutputType, depth = 0): string {
  const names = fieldsOf(type).flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return field.name;
    const below = depth < 1 && isPlainList(field) ? leavesOf(field.type, depth + 1) : '';
    return below && `${field.name} ${below}`;
  });
  const chosen = names.filter(Boolean);
  return chosen.length > 0 ? `{ ${chosen.join(' ')} }` : '';
}

export interface ListQuestion {
  readonly name: string;
  /** The document with pages of so many rows. */
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
/** One for each list of rows, and one for each list that such a row has. */
export const listQuestions: readonly ListQuestion[] = roots.flatMap(questionsBelow);

/** Pages of so many rows, until one is not refused as too expensive. */
const pages = [1000, 300, 100, 30, 10, 3, 1];
/** As many callers ask the same at once. */
const crowd = 5;

export const lists: Phase = {
  name: 'lists',
  duty: 'every list at its bound, by every field',
  share: 5,
  together: 1,
  isMeasured: true,
  cases: listQuestions.length,
  async run({ number, world, send }) {
    const { name, document } = listQuestions[number]!;
    for (const first of pages) {
      const ask = () => send(world.full, graphql({ query: document(first) }), `${name}, ${first} rows`);
      if ((await ask()).status === 400) continue;
      await Promise.all(Array.from({ length: crowd }, ask));
      return;
    }
  },
};
