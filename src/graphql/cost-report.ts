// Charges the cost of an answer beyond its estimate, and reports it to callers who ask.
import type { Request } from 'express';
import { getOperationAST, Kind, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { keysOfIntrospection, pointsOf } from './documents/answered-cost';
import { tokensFor } from './documents/cost';

export async function pointsOfAnswer(result: unknown, { document, operationName }: ExecutionArgs): Promise<number> {
  const { data } = result as { data?: Record<string, unknown> | null };
  const operation = data ? getOperationAST(document, operationName) : undefined;
  if (!data || !operation) return 0;
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return pointsOf(data, keysOfIntrospection(operation, fragments));
}

export const chargeRest = ({ rateLimit, log }: Request, tokens: number): Promise<void> | undefined =>
  rateLimit?.chargeRest(tokens).catch((error: unknown) => log.error({ err: error, tokens }, 'charge failed'));

/** `extensions.cost`, for requests with the header `X-GraphQL-Cost`. */
export function costReport({ rateLimit }: Request, requested: number, answered: number, maximum: number) {
  const { limit, remaining, resetSeconds } = rateLimit ?? {};
  return {
    requested,
    answered,
    maximum,
    tokens: tokensFor(requested),
    ...(rateLimit && { rateLimit: { limit, remaining, resetSeconds } }),
  };
}

export function withCost({ extensions, ...rest }: ExecutionResult, cost: object): ExecutionResult {
  return { ...rest, extensions: { ...extensions, cost } };
}
