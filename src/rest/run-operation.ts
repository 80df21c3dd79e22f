// Runs a compiled document for the REST API. A GraphQL error is thrown as an AppError.
import type { ExecutionResult } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { AppError, isOurs, toPublicError } from '../errors';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { traced } from '../platform/tracing/tracing';
import type { CompiledOperation } from './documents/compiled-operation';
import { omitNulls } from './documents/omitted-keys';
import { wireName } from './documents/wire-names';

/** Runs an operation and resolves with its data. Throws the first error of the result, with field names as in REST. */
export async function runOperation<Data = Record<string, unknown>>(
  operation: CompiledOperation,
  variables: Record<string, unknown>,
  context: GraphqlContext,
): Promise<Data> {
  // One SQL statement may authenticate many requests, which then all continue in the same turn of the event loop. So
  // other work runs between them.
  if (isTurnSpent()) await nextTurn();
  const result = await traced(`document ${operation.name}`, { isPart: true }, () =>
    operation.execute(variables, context),
  );
  return operationData(operation, result, context);
}

/** The data of a result. Throws the first error of the result, with field names as in REST. */
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
