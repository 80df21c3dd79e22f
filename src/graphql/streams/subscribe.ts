// Runs a subscription with a new context for each event, so that each event is resolved with the caller's current
// rights.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { isDaemon, type Viewer } from '../../data/tenancy/viewer';
import { AppError, isOurs, toPublicError } from '../../errors';
import type { GraphqlContext } from '../context';
import { Outage } from './outage';

/** An event of a source that checks the caller's rights before it sends the event. */
interface JudgedEvent {
  readonly context?: GraphqlContext;
  /** The error with which the stream ends after this event; undefined if the stream continues. */
  readonly refusal?: AppError;
}

/** Runs a subscription. It replaces GraphQL's own `subscribe`, which resolves all events with the first context. */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]() as AsyncIterator<JudgedEvent>;
  // The code that writes the response requests each event, so the event would be resolved in the async context of that
  // code. `inside` resolves it in the async context in which the subscription was created.
  const inside = AsyncLocalStorage.snapshot();
  const endResult = { done: true, value: undefined } as const;
  let isOver = false;
  const run = (event: JudgedEvent, context: GraphqlContext | undefined) => {
    const contextValue = context ? { ...(args.contextValue as object), ...context } : args.contextValue;
    return inside(() => execute({ ...args, rootValue: event, contextValue }));
  };
  /**
   * Resolves an event. If the database was unavailable, the same event is resolved again later, because the next event
   * does not repeat its content.
   */
  const answerOf = async (event: JudgedEvent): Promise<ExecutionResult> => {
    let context = event.context;
    const outage = new Outage();
    for (;;) {
      const value = await run(event, context);
      const failure = value.errors?.find(({ originalError }) => outage.isToWaitFor(originalError));
      if (!failure || isOver || event.refusal) return value;
      const again = await afterOutage(context ?? (args.contextValue as GraphqlContext), outage, () => isOver);
      if (!again) return value;
      context = again;
    }
  };
  const answers: Omit<AsyncGenerator<ExecutionResult, void, void>, typeof Symbol.asyncDispose> = {
    async next() {
      const event = await events.next();
      if (event.done) return endResult;
      const value = await answerOf(event.value);
      for (const { originalError } of value.errors ?? [])
        if (!(originalError instanceof AppError) && isOurs(toPublicError(originalError)))
          (args.contextValue as GraphqlContext).logger.error({ err: originalError }, 'operation failed');
      return { done: false, value };
    },
    async return() {
      isOver = true;
      await events.return?.();
      return endResult;
    },
    async throw(error) {
      isOver = true;
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]: () => answers as AsyncGenerator<ExecutionResult, void, void>,
  };
  return answers as AsyncGenerator<ExecutionResult, void, void>;
}

/**
 * Waits until the database is available again, and resolves with the request's context with current rights. Undefined
 * if the caller disconnected, or can now access other networks than before.
 */
async function afterOutage(
  context: GraphqlContext,
  outage: Outage,
  isOver: () => boolean,
): Promise<GraphqlContext | undefined> {
  for (;;) {
    await Outage.pause();
    if (isOver()) return undefined;
    const audience = await context.audience.rejudge().catch((error: unknown) => toPublicError(error));
    if (!(audience instanceof AppError))
      return isSame(audience, context.viewer) ? context.judgedAs(audience) : undefined;
    if (!outage.isToWaitFor(audience)) return undefined;
  }
}

const isSame = (one: Viewer, other: Viewer): boolean =>
  !isDaemon(one) &&
  !isDaemon(other) &&
  one.permissions === other.permissions &&
  [...one.networkIds].sort().join() === [...other.networkIds].sort().join();
