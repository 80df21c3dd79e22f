// Fields whose values are secrets that an answer shows only once. An answer with such a field is never stored.
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';

const hasSecretByDocument = new WeakMap<DocumentNode, boolean>();

/** Whether the document selects a field that was declared with the extension `isSecret`. */
export function selectsSecret(schema: GraphQLSchema, document: DocumentNode): boolean {
  const before = hasSecretByDocument.get(document);
  if (before !== undefined) return before;
  const types = new TypeInfo(schema);
  let isFound = false;
  const visitor = { Field: () => void (isFound ||= types.getFieldDef()?.extensions.isSecret === true) };
  visit(document, visitWithTypeInfo(types, visitor));
  hasSecretByDocument.set(document, isFound);
  return isFound;
}
