// Derives documents for downloads: the document of a list, reduced to the fields that become table columns.
import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  separateOperations,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { Column } from '../../platform/http/csv';
import { DocumentSelection, subSelections } from './selection';

export interface RowsDocument {
  /** Document that selects `page { nodes, pageInfo }`. It declares only those of the list's variables that it uses. */
  readonly document: DocumentNode;
  /** Columns of the table, in the order of the fields in the list's document. */
  readonly columns: readonly Column[];
}

/**
 * Derives the document that reads the columns of a list's rows, or of the nested rows at `path` (member names such as
 * `['services', 'bindings']`). Nested rows whose type has its own list are not selected.
 */
export function rowsDocument(
  schema: GraphQLSchema,
  list: DocumentNode,
  name: string,
  path: readonly string[] = [],
): RowsDocument {
  const from = new DocumentSelection(list, schema);
  const query = schema.getQueryType()!;
  const listedTypes = new Set(Object.values(query.getFields()).map(({ type }) => getNamedType(type).name));
  const columns: Column[] = [];

  const fieldsOf = (type: GraphQLObjectType, selections: readonly SelectionNode[], prefix: Column): FieldNode[] => {
    const fields: FieldNode[] = [];
    for (const [key, { nodes }] of from.membersOf(type, selections)) {
      const [node] = nodes as [FieldNode];
      const fieldType = type.getFields()[node.name.value]!.type;
      const inner = getNamedType(fieldType);
      const isList = isListType(getNullableType(fieldType));
      if (isList && listedTypes.has(`${inner.name}Connection`)) continue;
      if (isLeafType(inner) || isList || !isObjectType(inner)) {
        columns.push([...prefix, key]);
        fields.push(isLeafType(inner) ? withSelections(node) : withSelections(node, subSelections(nodes)));
      } else fields.push(withSelections(node, fieldsOf(inner, subSelections(nodes), [...prefix, key])));
    }
    return fields;
  };
  const below = (
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    remainingPath: readonly string[],
  ): SelectionNode[] => {
    const [key, ...rest] = remainingPath;
    if (key === undefined) return fieldsOf(type, subSelections(nodes), []);
    const nestedSelection = from.membersOf(type, subSelections(nodes)).get(key);
    if (!nestedSelection) throw new Error(`${name}: ${type.name} has no rows at "${key}"`);
    return [
      withSelections(
        nestedSelection.nodes[0]!,
        below(typeOf(type, nestedSelection.nodes[0]!), nestedSelection.nodes, rest),
      ),
    ];
  };

  const page = from.membersOf(query, from.operation.selectionSet.selections).get('page')!.nodes;
  const connection = typeOf(query, page[0]!);
  const members = from.membersOf(connection, subSelections(page));
  const rows = members.get('nodes')!.nodes;
  const operation: OperationDefinitionNode = {
    ...from.operation,
    name: { kind: Kind.NAME, value: name },
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [
        withSelections(page[0]!, [
          withSelections(rows[0]!, below(typeOf(connection, rows[0]!), rows, path)),
          ...members.get('pageInfo')!.nodes,
        ]),
      ],
    },
  };
  const fragments = list.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const document = separateOperations({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] })[name]!;
  // graphql-jit annotates the nodes of each document that it compiles, and this document contains nodes of the list's
  // document. So it is printed and parsed again, which creates new nodes.
  return { document: parse(print(withUsedVariables(document)), { noLocation: true }), columns };
}

const typeOf = (parent: GraphQLObjectType, { name }: FieldNode): GraphQLObjectType =>
  getNamedType(parent.getFields()[name.value]!.type) as GraphQLObjectType;

/** Returns the field without directives, so that a table always has the same columns. */
const withSelections = (
  { directives: _directives, ...node }: FieldNode,
  selections?: readonly SelectionNode[],
): FieldNode => ({
  ...node,
  ...(selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
});

function withUsedVariables(document: DocumentNode): DocumentNode {
  const usedVariables = new Set<string>();
  visit(document, { VariableDefinition: () => false, Variable: ({ name }) => void usedVariables.add(name.value) });
  return visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: (node.variableDefinitions ?? []).filter(({ variable }) =>
        usedVariables.has(variable.name.value),
      ),
    }),
  });
}
