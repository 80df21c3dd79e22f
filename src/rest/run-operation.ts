// Runs a compiled document for the REST API. Any GraphQL error becomes an AppError.
import type { ExecutionResult } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { AppError, isOurs, toPublicError } from '../errors';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import type { CompiledOperation } from './documents/compiled-operation';
import { omitNulls } from './documents/omitted-keys';
import { wireName } from './documents/wire-names';

/** The data of the operation. Throws the first error, with field names as in REST. */
export async function runOperation<Data = Record<string, unknown>>(
  operation: CompiledOperation,
  variables: Record<string, unknown>,
  context: GraphqlContext,
): Promise<Data> {
  // A shared statement may authenticate many requests, which then all continue in one turn of the event loop. So this
  // yields between them.
  if (isTurnSpent()) await nextTurn();
  return operationData(operation, await operation.execute(variables, context), context);
}

/** The data of one result. Throws its first error, with field names as in REST. */
export function operationData<Data = Record<string, unknown>>(
  operation: CompiledOperation,
  { data, errors }: ExecutionResult,
  context: GraphqlContext,
): Data {
  const [error] = errors ?? [];
  if (!error) {
    omitNulls(data, operation.omissions);
    return data as Data;
  }
  const publicError = toPublicError(error);
  if (isOurs(publicError))
    context.logger.error({ err: error.originalError ?? error, operation: operation.name }, 'operation failed');
  throw inWireNames(publicError, operation);
}

function inWireNames(error: AppError, operation: CompiledOperation): AppError {
  const { field } = error.params;
  if (typeof field !== 'string') return error;
  const [first, ...rest] = field.split('.');
  const wire = operation.wireNames.get(first!) ?? wireName(first!);
  return new AppError(
    error.code,
    { ...error.params, field: [wire, ...rest.map(wireName)].join('.') },
    error.retryAfterSeconds,
  );
}
