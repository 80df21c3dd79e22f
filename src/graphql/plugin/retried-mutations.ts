// Retries mutations that lose a deadlock: nothing of the first try is left, and the caller could do no better.
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { setTimeout as pause } from 'node:timers/promises';
import { isLostRace } from '../../data/tenancy/constraints';

const tries = 5;
/** Longest pause before the second try; doubles with every further one. */
const pauseMs = 20;

/** Each mutation is one transaction, which a deadlock has undone: its resolver runs again, at most five times in all. */
export function retryMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) field.resolve = retried(field.resolve!);
  return schema;
}

const retried =
  (resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  async (root, args, context, info) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return (await resolve(root, args, context, info)) as unknown;
      } catch (error) {
        if (tried === tries || !isLostRace(error)) throw error;
        // At random, so that the two that met do not meet again.
        await pause(Math.random() * pauseMs * 2 ** (tried - 1));
      }
    }
  };
