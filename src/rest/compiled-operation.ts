// A REST document made ready at start: validated, compiled by graphql-jit, its variables known as typed request parameters.
import {
  isNonNullType,
  Kind,
  print,
  specifiedRules,
  typeFromAST,
  validate,
  visit,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileDocument, type Execute } from '../graphql/jit/compile';
import type { OperationVariable } from '../graphql/variables';
import { omissionsIn, type Omissions } from './omitted-keys';

export interface CompiledOperation {
  name: string;
  document: DocumentNode;
  definition: OperationDefinitionNode;
  variables: ReadonlyMap<string, OperationVariable>;
  /** Names of GraphQL arguments and input fields → the variable that fills them, so that errors speak the wire's language. */
  wireNames: ReadonlyMap<string, string>;
  /** Where its answers leave members out. */
  omissions: Omissions;
  execute: Execute;
}

/** Throws at start when the document does not fit the schema. */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const [error] = validate(schema, document, specifiedRules);
  if (error) throw new Error(`${error.message} in ${print(document).slice(0, 200)}`);
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const name = definition.name!.value;
  const variables = new Map(
    (definition.variableDefinitions ?? []).map((node) => {
      const type = typeFromAST(schema, node.type as never) as GraphQLInputType;
      const isRequired = isNonNullType(type) && !node.defaultValue;
      return [node.variable.name.value, { name: node.variable.name.value, type, isRequired }];
    }),
  );
  return {
    name,
    document,
    definition,
    variables,
    wireNames: wireNamesOf(definition),
    omissions: omissionsIn(document),
    execute: compileDocument(schema, document, name),
  };
}

function wireNamesOf(definition: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
  const remember = (node: { name: { value: string }; value: { kind: string; name?: { value: string } } }) => {
    if (node.value.kind === Kind.VARIABLE) names.set(node.name.value, node.value.name!.value);
  };
  visit(definition, { Argument: { enter: remember as never }, ObjectField: { enter: remember as never } });
  return names;
}
