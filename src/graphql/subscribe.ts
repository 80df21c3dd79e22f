// Runs a subscription: each event with a context of its own, where it brings one, so that it reads by the rights of then.
import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
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
  const ended = { done: true, value: undefined } as const;
  const answers: Omit<AsyncGenerator<ExecutionResult, void, void>, typeof Symbol.asyncDispose> = {
    async next() {
      const event = await events.next();
      if (event.done) return ended;
      const { context } = event.value;
      const contextValue = context ? { ...(args.contextValue as object), ...context } : args.contextValue;
      return { done: false, value: await execute({ ...args, rootValue: event.value, contextValue }) };
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
