// Replaces fragment spreads of a document by inline fragments, because graphql-jit needs copies of the fragments.
import { Kind, type DocumentNode, type InlineFragmentNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { fragmentsByName } from '../documents/document';

/**
 * Replaces fragment spreads by copies of the fragments. graphql-jit would expand nested spreads again and again, which
 * takes exponential time, and it changes the document's nodes, so a shared fragment would be changed twice.
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
