// The variables of an operation, and which of them must not be null although their type allows it: those with a default
// that are used where null is not allowed. GraphQL itself reports such a null only while it runs the document.
import {
  isNonNullType,
  Kind,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { OperationVariable } from './variables';

/** The variables that the operation declares, without those whose type the schema lacks. */
export const operationVariables = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationVariable[] =>
  (operation.variableDefinitions ?? []).flatMap(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode) as GraphQLInputType | undefined;
    const name = variable.name.value;
    const isNeverNull = () => variablesNeverNull(schema, document, operation).has(name);
    return type ? [{ name, type, isRequired: isNonNullType(type) && !defaultValue, isNeverNull }] : [];
  });

const namesByOperation = new WeakMap<OperationDefinitionNode, ReadonlySet<string>>();

/** The names of the variables that the operation, or a fragment that it uses, reads where null is not allowed. */
export function variablesNeverNull(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlySet<string> {
  const cachedNames = namesByOperation.get(operation);
  if (cachedNames) return cachedNames;
  const names = new Set<string>();
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const pending: ASTNode[] = [operation];
  for (const node of pending) {
    const typeInfo = new TypeInfo(schema);
    visit(
      node,
      visitWithTypeInfo(typeInfo, {
        VariableDefinition: () => false,
        Variable({ name: { value: name } }) {
          if (isNonNullType(typeInfo.getInputType())) names.add(name);
        },
        FragmentSpread({ name: { value: name } }) {
          const fragment = fragments.get(name);
          if (fragment) pending.push(fragment);
          fragments.delete(name);
        },
      }),
    );
  }
  namesByOperation.set(operation, names);
  return names;
}
