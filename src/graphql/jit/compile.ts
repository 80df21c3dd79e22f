// Prepares a schema for graphql-jit and compiles documents with it. No other file uses graphql-jit.
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../context';
import { assertSameExecution } from './divergent-documents';
import { inlineFragments } from './inline-fragments';
import { flattenVariables } from './nested-variables';
import { readPlainColumns } from './plain-columns';
import { sharePaths } from './shared-paths';

export type Execute = (variables: Record<string, unknown>, context: GraphqlContext) => Promise<ExecutionResult>;

/** Optimizations of a schema for compiled documents. `npm run bench -- jit` measures the effect of each. */
const preparations = { sharePaths, readPlainColumns } as const;
export type Preparation = keyof typeof preparations;
export const everyPreparation = Object.keys(preparations) as Preparation[];

/**
 * Changes the fields of the schema so that compiled documents run faster. Documents that are not compiled give the same
 * results as with the unchanged schema.
 */
export function prepareForJit(
  schema: GraphQLSchema,
  selectedPreparations: readonly Preparation[] = everyPreparation,
): GraphQLSchema {
  return selectedPreparations.reduce((preparedSchema, name) => preparations[name](preparedSchema), schema);
}

/**
 * Compiles an operation of a valid document of bounded size, and returns the function that runs it. Throws if the
 * operation cannot be compiled, or if its compiled form would give other results than graphql-js.
 */
export function compileDocument(schema: GraphQLSchema, document: DocumentNode, operationName?: string): Execute {
  const inlined = inlineFragments(document);
  assertSameExecution(schema, inlined);
  const flat = flattenVariables(schema, inlined);
  const compiledQuery = compileQuery(schema, flat.document, operationName);
  if (!isCompiledQuery(compiledQuery))
    throw new Error(`${operationName ?? 'The operation'} cannot be compiled: ${compiledQuery.errors?.[0]?.message}`);
  return async (variables, context) => {
    const values = flat.flatten(variables);
    return compiledQuery.query({}, context, values instanceof Promise ? await values : values);
  };
}
