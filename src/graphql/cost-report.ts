// Charges for a response that cost more than estimated, and reports the cost to callers that request it.
import type { Request } from 'express';
import { getOperationAST, Kind, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { keysOfIntrospection, answerPoints } from './documents/answered-cost';
import { costInTokens } from './documents/cost';

/** The points of a response: those of its data, and one for each error. Zero for a response without data. */
export async function pointsOfAnswer(result: unknown, { document, operationName }: ExecutionArgs): Promise<number> {
  const { data, errors = [] } = result as { data?: Record<string, unknown> | null; errors?: readonly unknown[] };
  const operation = data ? getOperationAST(document, operationName) : undefined;
  if (!data || !operation) return 0;
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return errors.length + (await answerPoints(data, keysOfIntrospection(operation, fragments)));
}

export const chargeRest = ({ rateLimit, log }: Request, tokens: number): Promise<void> | undefined =>
  rateLimit?.chargeRest(tokens).catch((error: unknown) => log.error({ err: error, tokens }, 'charge failed'));

/** The value of `extensions.cost` in a response. It is sent if the request has the header `X-GraphQL-Cost`. */
export function costReport({ rateLimit }: Request, requestedPoints: number, answeredPoints: number, maximum: number) {
  const { limit, remaining, resetSeconds } = rateLimit ?? {};
  return {
    requested: requestedPoints,
    answered: answeredPoints,
    maximum,
    tokens: costInTokens(requestedPoints),
    ...(rateLimit && { rateLimit: { limit, remaining, resetSeconds } }),
  };
}

export function withCost({ extensions, ...rest }: ExecutionResult, cost: object): ExecutionResult {
  return { ...rest, extensions: { ...extensions, cost } };
}
