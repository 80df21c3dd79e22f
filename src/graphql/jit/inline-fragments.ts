// Replaces fragment spreads of a document by inline fragments, because graphql-jit needs copies of the fragments.
import { Kind, type DocumentNode, type InlineFragmentNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { fragmentsByName } from '../documents/document';

/**
 * Replaces fragment spreads in a valid document of bounded size. graphql-jit expands each spread again, which takes
 * exponential time for nested spreads, and it writes to the nodes that it compiles. So each selection of the expanded
 * document is a copy.
 */
export function inlineFragments(document: DocumentNode): DocumentNode {
  const fragments = fragmentsByName(document);
  const ofSelections = (set: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: set.selections.map(ofNode),
  });
  const ofNode = (node: SelectionNode): SelectionNode => {
    if (node.kind === Kind.FIELD)
      return { ...node, ...(node.selectionSet && { selectionSet: ofSelections(node.selectionSet) }) };
    if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: ofSelections(node.selectionSet) };
    const { typeCondition, selectionSet } = fragments.get(node.name.value)!;
    const { directives, loc } = node;
    const inlineFragment: InlineFragmentNode = {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition,
      directives,
      selectionSet: ofSelections(selectionSet),
      loc,
    };
    return inlineFragment;
  };
  return {
    ...document,
    definitions: document.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => ({ ...operation, selectionSet: ofSelections(operation.selectionSet) })),
  };
}
