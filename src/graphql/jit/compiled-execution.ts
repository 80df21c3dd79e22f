// Runs compiled queries. Errors have the same form as those of graphql-js.
import { GraphQLError, type DocumentNode, type ExecutionArgs } from 'graphql';
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
  const lineStarts = [
    0,
    ...[...(source?.body ?? '').matchAll(/\r\n|[\n\r]/g)].map(({ 0: end, index }) => index + end.length),
  ];
  const positions = locations?.map(({ line, column }) => lineStarts[line - 1]! + column - 1);
  return new GraphQLError(message, { source, positions, path, originalError });
}
