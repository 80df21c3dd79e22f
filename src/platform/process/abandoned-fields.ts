// Handles promises that are rejected while no code awaits them.
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';

/**
 * Returns the handler of Node's event `unhandledRejection`. When an item of a list fails, GraphQL's executor no longer
 * awaits the promises of the other items. If these reject later, their errors are only logged. Any other rejection is a
 * defect, for which `fail` is called.
 */
export const rejectionHandler =
  (logger: Pick<Logger, 'warn'>, fail: (reason: string) => void) =>
  (reason: unknown): void => {
    if (reason instanceof GraphQLError && reason.path !== undefined)
      logger.warn({ path: reason.path, reason: reason.message }, 'a field failed after its list');
    else fail(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
  };
