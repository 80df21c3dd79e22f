// Finds documents that graphql-jit would run differently from graphql-js.
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A selection set, and whether it is selected only under a condition of @skip or @include. */
interface ConditionalSet {
  readonly set: SelectionSetNode;
  readonly isConditional: boolean;
}
interface ConditionalField {
  readonly node: FieldNode;
  readonly isConditional: boolean;
}
/** A response path in graphql-jit. */
interface JitPath {
  /** Response names, indexes of lists and names of concrete types, last one first. */
  readonly keys: readonly string[];
  /** Number of lists in the path. */
  readonly lists: number;
}

/**
 * Throws if graphql-jit would run the operation of a valid document differently from graphql-js. The document has no
 * fragment spreads. There are two reasons:
 * - graphql-jit stores the `info` of a field under the keys of its path, joined by `_`. Two paths with the same joined
 *   keys, such as `network.hosts` and the alias `hosts_network`, would share one `info`.
 * - If several fields have the same response name and one of them is skipped, graphql-jit still runs the selections of
 *   its fragments.
 */
export function assertSameExecution(schema: GraphQLSchema, { definitions }: DocumentNode): void {
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const pathsOfInfo = new Map<string, string>();
  const rootType = schema.getRootType(operation.operation)!;

  const checkSets = (sets: readonly ConditionalSet[], type: GraphQLObjectType, { keys, lists }: JitPath): void => {
    for (const [responseName, nodes] of fieldsByResponseName(schema, sets, type)) {
      const field = type.getFields()[nodes[0]!.node.name.value];
      if (!field) continue;
      const path = { keys: [responseName, ...keys], lists };
      const hasInfo = field.resolve !== undefined || type === rootType || isAbstractType(getNamedType(field.type));
      if (hasInfo) addPathOfInfo(path, pathsOfInfo);
      if (!nodes[0]!.node.selectionSet) continue;
      if (nodes.length > 1 && nodes.some(({ node, isConditional }) => isConditional && hasFragment(node)))
        throw new Error(`one of several fields named ${responseName} is conditional and selects a fragment`);
      checkBelow(nodes, field.type, path);
    }
  };
  const checkBelow = (nodes: readonly ConditionalField[], type: GraphQLOutputType, path: JitPath): void => {
    const answer = getNamedType(type);
    const { keys, lists } = withIndexes(path, type);
    const sets = nodes.map(({ node, isConditional }) => ({ set: node.selectionSet!, isConditional }));
    if (isObjectType(answer)) checkSets(sets, answer, { keys, lists });
    else if (isAbstractType(answer))
      for (const possible of schema.getPossibleTypes(answer))
        checkSets(sets, possible, { keys: [possible.name, ...keys], lists });
  };
  checkSets([{ set: operation.selectionSet, isConditional: false }], rootType, { keys: [], lists: 0 });
}

function addPathOfInfo({ keys }: JitPath, paths: Map<string, string>): void {
  const [name, path] = [keys.join('_'), keys.join('.')];
  if ((paths.get(name) ?? path) !== path) throw new Error(`two paths have the same name ${name}`);
  paths.set(name, path);
}

/** Adds the keys for the lists of a type to a path: graphql-jit names the index in the outermost list `idx0`. */
function withIndexes(path: JitPath, type: GraphQLOutputType): JitPath {
  const inner = getNullableType(type);
  if (!isListType(inner)) return path;
  const { keys, lists } = path;
  return withIndexes({ keys: [`idx${lists}`, ...keys], lists: lists + 1 }, inner.ofType as GraphQLOutputType);
}

/** The fields that selection sets select of an object type, by response name. */
function fieldsByResponseName(
  schema: GraphQLSchema,
  sets: readonly ConditionalSet[],
  type: GraphQLObjectType,
): Map<string, ConditionalField[]> {
  const fields = new Map<string, ConditionalField[]>();
  const collect = ({ set, isConditional: isSetConditional }: ConditionalSet): void => {
    for (const node of set.selections) {
      const isConditional = isSetConditional || hasCondition(node);
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const nodes = fields.get(name);
        if (nodes) nodes.push({ node, isConditional });
        else fields.set(name, [{ node, isConditional }]);
      } else if (node.kind === Kind.INLINE_FRAGMENT && appliesTo(schema, node.typeCondition, type))
        collect({ set: node.selectionSet, isConditional });
    }
  };
  sets.forEach(collect);
  return fields;
}

const hasFragment = ({ selectionSet }: FieldNode): boolean =>
  (selectionSet?.selections ?? []).some((node) => node.kind !== Kind.FIELD || hasFragment(node));

const hasCondition = ({ directives }: SelectionNode): boolean =>
  (directives ?? []).some(({ name }) => name.value === 'skip' || name.value === 'include');

function appliesTo(schema: GraphQLSchema, condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean {
  if (!condition || condition.name.value === type.name) return true;
  const conditionType = schema.getType(condition.name.value);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
