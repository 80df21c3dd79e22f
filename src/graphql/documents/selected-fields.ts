// Tells which fields of a resolver's result are requested, for resolvers that read some data only if it is requested.
import { Kind, type GraphQLResolveInfo, type SelectionNode } from 'graphql';

/**
 * Names of the fields that are requested on the result itself, not below them. Fields in fragments and fields with
 * `@skip` or `@include` are included.
 */
export function selectedFieldNames({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): string[] {
  const names = new Set<string>();
  const visitedFragments = new Set<string>();
  const visit = (nodes: readonly SelectionNode[]): void => {
    for (const node of nodes) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet.selections);
      else if (!visitedFragments.has(node.name.value)) {
        visitedFragments.add(node.name.value);
        visit(fragments[node.name.value]!.selectionSet.selections);
      }
    }
  };
  for (const { selectionSet } of fieldNodes) visit(selectionSet?.selections ?? []);
  return [...names];
}
