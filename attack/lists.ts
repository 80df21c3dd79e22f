// Attack phase: every list of the schema with its maximum page size and in every order, of a tenant with lists as long
// as possible.
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
  const namedType = getNamedType(type);
  return isObjectType(namedType)
    ? Object.values(namedType.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
    : [];
};
const isConnection = ({ type }: Field): boolean => /Connection$/.test(getNamedType(type).name);
const isPlainList = ({ type }: Field): boolean => isListType(getNullableType(type));
const nodeTypeOf = (type: GraphQLOutputType): GraphQLOutputType =>
  (getNamedType(type) as GraphQLObjectType).getFields().nodes!.type;

/** A selection of all leaf fields of a type, and of all leaf fields of the objects in its lists. */
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
  /** The document with pages of `first` rows. */
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
/** The queries: one per root list, and one per list field of its rows. */
export const listQuestions: readonly ListQuestion[] = roots.flatMap(questionsBelow);

/** Page sizes to try until one is not refused as too expensive. */
const pages = [1000, 300, 100, 30, 10, 3, 1];
/** Number of callers that send the same request concurrently. */
const crowd = 5;

export const lists: Phase = {
  name: 'lists',
  duty: 'every list at its bound, by every field',
  share: 5,
  together: 1,
  isMeasured: true,
  needsFull: true,
  cases: listQuestions.length,
  async run({ number, world, send }) {
    const { name, document } = listQuestions[number]!;
    for (const first of pages) {
      const ask = () => send(world.full!, graphql({ query: document(first) }), `${name}, ${first} rows`);
      if ((await ask()).status === 400) continue;
      await Promise.all(Array.from({ length: crowd }, ask));
      return;
    }
  },
};
