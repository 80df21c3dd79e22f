// A document without fragments: each spread becomes an inline fragment, as graphql-jit has to have them.
import { Kind, type DocumentNode, type InlineFragmentNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { fragmentsOf } from '../documents/document';

/**
 * graphql-jit follows every spread anew wherever it looks, which takes for ever where fragments spread others twice, and
 * writes on the nodes that it compiles. So it is given copies, as many as the document has selections when it is expanded:
 * for valid documents whose size is bounded.
 */
export function inlineFragments(document: DocumentNode): DocumentNode {
  const fragments = fragmentsOf(document);
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
    const inlined: InlineFragmentNode = {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition,
      directives,
      selectionSet: ofSelections(selectionSet),
      loc,
    };
    return inlined;
  };
  return {
    ...document,
    definitions: document.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => ({ ...operation, selectionSet: ofSelections(operation.selectionSet) })),
  };
}
