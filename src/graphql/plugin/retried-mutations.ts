// Retries mutations that fail because of a deadlock. Their transactions were rolled back completely.
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { setTimeout as pause } from 'node:timers/promises';
import { isLostRace } from '../../data/tenancy/constraints';

const tries = 5;
/** Longest pause in milliseconds before the second attempt; doubles for each further one. */
const pauseMs = 20;

/** Retries each mutation up to five times. A mutation is one transaction, so its resolver can run again. */
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
        if (attempt === tries || !isLostRace(error)) throw error;
        // A random pause, so that the same two mutations do not collide again.
        await pause(Math.random() * pauseMs * 2 ** (attempt - 1));
      }
    }
  };
