// Prepares a REST document for execution. It is validated at startup, its variables become typed request parameters,
// and graphql-jit compiles it on first use.
import {
  Kind,
  print,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileDocument, type Execute } from '../../graphql/jit/compile';
import { nextTurn } from '../../platform/threads/event-loop';
import { operationVariables } from '../../graphql/documents/operation-variables';
import type { OperationVariable } from '../../graphql/documents/variables';
import { findOmissions, type Omissions } from './omitted-keys';

export interface CompiledOperation {
  name: string;
  document: DocumentNode;
  definition: OperationDefinitionNode;
  variables: ReadonlyMap<string, OperationVariable>;
  /**
   * For each GraphQL argument or input field that a variable fills, the name of the variable. Errors show this name to
   * callers of REST.
   */
  wireNames: ReadonlyMap<string, string>;
  /** The paths of members that a response omits if they have no value. */
  omissions: Omissions;
  execute: Execute;
}

interface Prepared extends CompiledOperation {
  readonly compile: () => Execute;
}
const preparedDocuments = new WeakMap<GraphQLSchema, Map<DocumentNode, Prepared>>();

/**
 * Prepares a document. Later calls for the same document return the same operation. Throws if the document does not
 * match the schema.
 */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const preparedOfSchema = preparedDocuments.get(schema) ?? new Map<DocumentNode, Prepared>();
  preparedDocuments.set(schema, preparedOfSchema);
  const operation = preparedOfSchema.get(document) ?? prepare(schema, document);
  preparedOfSchema.set(document, operation);
  return operation;
}

/**
 * Compiles all prepared documents that no request has used yet, one per turn of the event loop, so that requests are
 * handled in between.
 */
export async function compileAhead(schema: GraphQLSchema): Promise<void> {
  for (const { compile } of preparedDocuments.get(schema)?.values() ?? []) {
    compile();
    await nextTurn();
  }
}

function prepare(schema: GraphQLSchema, document: DocumentNode): Prepared {
  const [error] = validate(schema, document, specifiedRules);
  if (error) throw new Error(`${error.message} in ${print(document).slice(0, 200)}`);
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const name = definition.name!.value;
  const variables = new Map(
    operationVariables(schema, document, definition).map((variable) => [variable.name, variable]),
  );
  let compiledDocument: Execute | undefined;
  const compile = () => (compiledDocument ??= compileDocument(schema, document, name));
  return {
    name,
    document,
    definition,
    variables,
    wireNames: wireNamesOf(definition),
    omissions: findOmissions(document),
    compile,
    execute: async (executionArgs, context) => compile()(executionArgs, context),
  };
}

function wireNamesOf(definition: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
  const remember = (node: { name: { value: string }; value: { kind: string; name?: { value: string } } }) => {
    if (node.value.kind === Kind.VARIABLE) names.set(node.name.value, node.value.name!.value);
  };
  visit(definition, { Argument: { enter: remember }, ObjectField: { enter: remember as never } });
  return names;
}
