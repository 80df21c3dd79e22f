// One operation of a document, compiled by graphql-jit.
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../context';
import { inlineFragments } from './inline-fragments';
import { flattenVariables } from './nested-variables';

export type Execute = (variables: Record<string, unknown>, context: GraphqlContext) => Promise<ExecutionResult>;

/** For valid documents whose size is bounded. Throws when the operation cannot be compiled. */
export function compileDocument(schema: GraphQLSchema, document: DocumentNode, operationName?: string): Execute {
  const flat = flattenVariables(schema, inlineFragments(document));
  const compiled = compileQuery(schema, flat.document, operationName);
  if (!isCompiledQuery(compiled))
    throw new Error(`${operationName ?? 'The operation'} cannot be compiled: ${compiled.errors?.[0]?.message}`);
  return async (variables, context) => compiled.query({}, context, flat.flatten(variables));
}
