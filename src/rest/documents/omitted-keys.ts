// Members that REST omits from a response if they have no value. All other members are sent as null.
import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/**
 * Response keys that are omitted if their value is null: a user's linked identity provider, the match details of a
 * source, and the list that a group does not use.
 */
export const omittedWhenNull: ReadonlySet<string> = new Set([
  ...['oidc_provider', 'oidc_linked_at', 'details'],
  ...['service_ids', 'binding_ids'],
]);

/**
 * Response keys of lists that are omitted while empty. So responses to clients older than these lists do not change.
 * Daemons get the items of `other_credential_mappings` in another list.
 */
export const omittedWhenEmpty: ReadonlySet<string> = new Set(['optional_edge_types', 'other_credential_mappings']);

const isOmitted = (key: string, value: unknown): boolean =>
  (value === null && omittedWhenNull.has(key)) ||
  (Array.isArray(value) && value.length === 0 && omittedWhenEmpty.has(key));

/**
 * Paths of response keys that may be omitted. Each key maps to the paths below it. A key without paths below it may
 * itself be omitted.
 */
export type Omissions = ReadonlyMap<string, Omissions>;

/**
 * Finds the keys of a document's response that may be omitted. This runs once per document, so that only responses with
 * such keys are searched.
 */
export function findOmissions(document: DocumentNode): Omissions {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const below = (selections: SelectionSetNode): Map<string, Omissions> => {
    const omissions = new Map<string, Omissions>();
    for (const node of selections.selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const inner = node.selectionSet ? below(node.selectionSet) : new Map<string, Omissions>();
        if (inner.size > 0 || omittedWhenNull.has(key) || omittedWhenEmpty.has(key)) omissions.set(key, inner);
      } else {
        const set =
          node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)!.selectionSet;
        for (const [key, inner] of below(set)) omissions.set(key, inner);
      }
    }
    return omissions;
  };
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return below(operation.selectionSet);
}

/** Deletes keys without a value from a response. The response is modified in place, so it must not be shared. */
export function omitNulls(answer: unknown, omissions: Omissions): void {
  if (Array.isArray(answer)) for (const item of answer) omitNulls(item, omissions);
  else if (answer !== null && typeof answer === 'object') {
    const members = answer as Record<string, unknown>;
    for (const [key, inner] of omissions) {
      if (isOmitted(key, members[key])) delete members[key];
      else omitNulls(members[key], inner);
    }
  }
}
