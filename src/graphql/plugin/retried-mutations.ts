// Retries mutations that fail because a concurrent transaction won a race: by a deadlock, or by taking a unique key
// that was free when the mutation checked it. PostgreSQL rolls the transaction back completely, so nothing of it was
// written.
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { setTimeout as pause } from 'node:timers/promises';
import { isLostRace, isUniqueViolation, uniqueKeyError } from '../../data/tenancy/constraints';
import { AppError } from '../../errors';

const tries = 5;
/** Maximum pause in milliseconds before the second attempt. The maximum doubles for each further attempt. */
const pauseMs = 20;

/**
 * Makes each mutation run up to five times if it loses a race. A mutation is one transaction, so its resolver can run
 * again. `reportHosts` has several transactions, but can run again too, because a host that is reported again stays the
 * same host.
 */
export function retryMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields()))
    field.resolve = retryResolver(field.resolve!);
  return schema;
}

const retryResolver =
  (resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  async (root, args, context, info) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await resolve(root, args, context, info)) as unknown;
      } catch (error) {
        // Conflicts that a caller can cause alone have their own errors, which are not retried.
        if (!(isLostRace(error) || isUniqueViolation(error))) throw error;
        if (attempt === tries) throw lastError(error);
        // The pause is random, so that the same two mutations do not collide again.
        await pause(Math.random() * pauseMs * 2 ** (attempt - 1));
      }
    }
  };

/**
 * The error after the last attempt. If a unique key is still taken, another attempt would not help, so the error names
 * the column. In other cases, the client can retry later.
 */
const lastError = (error: unknown): unknown =>
  uniqueKeyError(error) ?? (isLostRace(error) ? new AppError('service_unavailable', {}, 1) : error);
