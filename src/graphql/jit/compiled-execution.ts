// Runs compiled queries. Errors have the same form as those of graphql-js.
import { GraphQLError, type DocumentNode, type ExecutionArgs, type Source } from 'graphql';
import type { GraphqlContext } from '../context';
import type { Execute } from './compile';

export async function executeCompiled(
  execute: Execute,
  executeFn: (args: ExecutionArgs) => unknown,
  args: ExecutionArgs,
) {
  const { document, variableValues, contextValue } = args;
  const result = await execute(variableValues ?? {}, contextValue as GraphqlContext).catch(() => undefined);
  // An error without a path means that no field was resolved. Then graphql-js runs the query again, because its errors
  // are more specific.
  if (!result || result.errors?.some(({ path }) => path === undefined)) return executeFn(args);
  return result.errors ? { errors: result.errors.map((error) => asUsual(error, document)), data: result.data } : result;
}

/** Converts an error of a compiled query to the form of graphql-js, with its location in the document. */
function asUsual({ message, path, locations, originalError }: GraphQLError, { loc }: DocumentNode): GraphQLError {
  const source = loc?.source;
  const starts = source ? lineStartsOf(source) : [0];
  const positions = locations?.map(({ line, column }) => starts[line - 1]! + column - 1);
  return new GraphQLError(message, { source, positions, path, originalError });
}

const lineStarts = new WeakMap<Source, readonly number[]>();

/** The positions at which the lines of a document start. Computed once, because a result can have thousands of errors. */
function lineStartsOf(source: Source): readonly number[] {
  let starts = lineStarts.get(source);
  if (!starts) {
    starts = [0, ...[...source.body.matchAll(/\r\n|[\n\r]/g)].map(({ 0: end, index }) => index + end.length)];
    lineStarts.set(source, starts);
  }
  return starts;
}
