// Members that REST omits from a response if they have no value. All other members are sent as null.
import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/** Response keys that are omitted if their value is null. Other keys with the value null are sent as null. */
export const omittedWhenNull: ReadonlySet<string> = new Set([
  ...['oidc_provider', 'oidc_linked_at', 'details'],
  ...['service_ids', 'binding_ids'],
]);

/**
 * Keys of lists that are omitted while the list is empty. Clients written before these lists existed then get the same
 * responses as before.
 */
export const omittedWhenEmpty: ReadonlySet<string> = new Set(['optional_edge_types', 'other_credential_mappings']);

/**
 * GraphQL types whose objects are sent without null members, because each kind of such an object has values for some
 * members only.
 */
export const typesWithoutNulls: ReadonlySet<string> = new Set(['CheckRule', 'PlannedChange']);

/** A response key that may be omitted, or that contains keys that may be omitted. */
interface Omission {
  readonly isWhenNull: boolean;
  readonly isWhenEmpty: boolean;
  readonly below: Omissions;
}
/** The response keys of one level that may be omitted or lead to such keys. */
export type Omissions = ReadonlyMap<string, Omission>;

/**
 * Finds the keys of a document's response that may be omitted. This runs once per document, so that only responses with
 * such keys are searched.
 */
export function findOmissions(document: DocumentNode): Omissions {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const below = (selections: SelectionSetNode, hasNoNulls = false): Map<string, Omission> => {
    const omissions = new Map<string, Omission>();
    for (const node of selections.selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const omission = {
          isWhenNull: hasNoNulls || omittedWhenNull.has(key),
          isWhenEmpty: omittedWhenEmpty.has(key),
          below: node.selectionSet ? below(node.selectionSet) : new Map<string, never>(),
        };
        if (omission.below.size > 0 || omission.isWhenNull || omission.isWhenEmpty) omissions.set(key, omission);
      } else {
        const part = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)!;
        const type = part.typeCondition?.name.value ?? '';
        for (const [key, omission] of below(part.selectionSet, typesWithoutNulls.has(type)))
          omissions.set(key, omission);
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
    for (const [key, { isWhenNull, isWhenEmpty, below }] of omissions) {
      const value = members[key];
      const isEmpty = Array.isArray(value) && value.length === 0;
      if ((value === null && isWhenNull) || (isEmpty && isWhenEmpty)) delete members[key];
      else omitNulls(value, below);
    }
  }
}
