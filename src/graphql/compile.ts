// One operation of a document, compiled by graphql-jit.
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphqlContext } from './context';
import { flattenVariables } from './nested-variables';

export type Execute = (variables: Record<string, unknown>, context: GraphqlContext) => Promise<ExecutionResult>;

/** Throws when the operation, which is valid, cannot be compiled. */
export function compileDocument(schema: GraphQLSchema, document: DocumentNode, operationName?: string): Execute {
  const flat = flattenVariables(schema, document);
  const compiled = compileQuery(schema, flat.document, operationName);
  if (!isCompiledQuery(compiled))
    throw new Error(`${operationName ?? 'The operation'} cannot be compiled: ${compiled.errors?.[0]?.message}`);
  return async (variables, context) => compiled.query({}, context, flat.flatten(variables));
}
