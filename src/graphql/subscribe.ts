// Runs a subscription: each event with a context of its own, where it brings one, so that it reads by the rights of then.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { AppError, isOurs, toPublicError } from '../errors';
import type { GraphqlContext } from './context';

/** An event of a source that judges its caller anew. */
interface JudgedEvent {
  readonly context?: GraphqlContext;
}

/** Takes the place of GraphQL's own `subscribe`, which runs all events with the context of the first moment. */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]() as AsyncIterator<JudgedEvent>;
  // Events are asked for by whoever writes them: what is around the subscription is around each of them too.
  const inside = AsyncLocalStorage.snapshot();
  const ended = { done: true, value: undefined } as const;
  const answers: Omit<AsyncGenerator<ExecutionResult, void, void>, typeof Symbol.asyncDispose> = {
    async next() {
      const event = await events.next();
      if (event.done) return ended;
      const { context } = event.value;
      const contextValue = context ? { ...(args.contextValue as object), ...context } : args.contextValue;
      const value = await inside(() => execute({ ...args, rootValue: event.value, contextValue }));
      for (const { originalError } of value.errors ?? [])
        if (!(originalError instanceof AppError) && isOurs(toPublicError(originalError)))
          (contextValue as GraphqlContext).logger.error({ err: originalError }, 'operation failed');
      return { done: false, value };
    },
    async return() {
      await events.return?.();
      return ended;
    },
    async throw(error) {
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]: () => answers as AsyncGenerator<ExecutionResult, void, void>,
  };
  return answers as AsyncGenerator<ExecutionResult, void, void>;
}
