// Derives documents in which fields and variables have alternative names, for clients that use these names.
import { Kind, parse, print, visit, type DocumentNode, type FieldNode, type SelectionNode } from 'graphql';

/** Maps alternative names of members to the documented names: `site_id` → `network_id`. */
export type OtherNames = Readonly<Record<string, string>>;

/** An alternative path of a route, with the name of its operation and the alternative names of members at this path. */
export interface OtherPath {
  /** The path below `/api`, in Express's form. */
  readonly path: string;
  readonly rename: (operationName: string) => string;
  readonly names: OtherNames;
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/**
 * Returns the document with each field of `names` selected twice: by its documented name and by its alternative name.
 */
export function withOtherFields(document: DocumentNode, names: OtherNames): DocumentNode {
  let isChanged = false;
  const withOthers = (selection: SelectionNode): SelectionNode[] => {
    if (selection.kind !== Kind.FIELD) return [selection];
    const others = Object.keys(names).filter((other) => names[other] === keyOf(selection));
    isChanged ||= others.length > 0;
    return [selection, ...others.map((value) => ({ ...selection, alias: { kind: Kind.NAME as const, value } }))];
  };
  const expandedDocument = visit(document, {
    SelectionSet: { leave: (node) => ({ ...node, selections: node.selections.flatMap(withOthers) }) },
  });
  // The printed document is parsed again, because graphql-jit annotates the nodes that it compiles. The new nodes have
  // no annotations.
  return isChanged ? parse(print(expandedDocument), { noLocation: true }) : document;
}

/**
 * Returns the GraphQL document from which a path with alternative names is described in the OpenAPI document. Its
 * variables have only their alternative names, its fields have both names. `rename` gives the names of the operation
 * and of changed fragments.
 */
export function describedWithOtherNames(
  document: DocumentNode,
  names: OtherNames,
  rename: (name: string) => string,
): DocumentNode {
  const both = withOtherFields(document, names);
  const original = new Set(document.definitions.map((node) => print(node)));
  const changedFragments = new Set(
    both.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION && !original.has(print(node)) ? [node.name.value] : [],
    ),
  );
  const renamed = <Node extends { readonly name: { readonly value: string } }>(node: Node): Node => ({
    ...node,
    name: { ...node.name, value: rename(node.name.value) },
  });
  const renamedFragment = <Node extends { readonly name: { readonly value: string } }>(node: Node): Node =>
    changedFragments.has(node.name.value) ? renamed(node) : node;
  return visit(both, {
    OperationDefinition: { leave: (node) => ({ ...node, name: renamed({ name: node.name! }).name }) },
    FragmentDefinition: { leave: renamedFragment },
    FragmentSpread: { leave: renamedFragment },
    Variable: {
      leave: (node) => {
        const other = Object.keys(names).find((name) => names[name] === node.name.value);
        return other === undefined ? node : { ...node, name: { ...node.name, value: other } };
      },
    },
  });
}
