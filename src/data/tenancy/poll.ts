// Polls the database while there are listeners, once for all of them.
import { setTimeout as pause } from 'node:timers/promises';
import { onBehalfOfAll } from '../../platform/postgres/connection-shares';

/** Pause between rounds: changes in between are reported once. */
const everyMs = 200;
/** The same while the database does not answer. */
const afterFailureMs = 2_000;

export interface Listener<Change> {
  /** What it wants to hear of now. */
  networkIds(): Iterable<string>;
  onChange(change: Change): void;
}

export interface Poll<Change> {
  /**
   * Listens from the moment that the promise is resolved: every change that begins later is reported. Answers how to stop
   * listening. Throws what the first question throws.
   */
  listen(listener: Listener<Change>): Promise<() => void>;
}

/** `read` answers what has changed since it was last asked; of a network that it is asked about anew, nothing. */
export function createPoll<Change extends { readonly networkId: string }>(
  read: (networkIds: readonly string[]) => Promise<readonly Change[]>,
  onError: (error: unknown) => void,
): Poll<Change> {
  const listeners = new Set<Listener<Change>>();
  let beginners: { heard: () => void; failed: (error: unknown) => void }[] = [];
  let isRunning = false;

  const round = async (): Promise<boolean> => {
    const begun = beginners;
    beginners = [];
    try {
      const wanted = [...listeners].map((listener) => [listener, new Set(listener.networkIds())] as const);
      const changes = await read([...new Set(wanted.flatMap(([, networkIds]) => [...networkIds]))]);
      for (const [listener, networkIds] of wanted)
        for (const change of changes)
          if (listeners.has(listener) && networkIds.has(change.networkId)) listener.onChange(change);
      for (const { heard } of begun) heard();
      return true;
    } catch (error) {
      onError(error);
      for (const { failed } of begun) failed(error);
      return false;
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (listeners.size > 0) {
      const hasAnswered = await round();
      await pause(hasAnswered ? everyMs : afterFailureMs, undefined, { ref: false });
    }
    // This read is from before the first listener: the next listener begins anew.
    await read([]).catch(onError);
    isRunning = false;
    if (listeners.size > 0) void run();
  };

  return {
    async listen(listener) {
      listeners.add(listener);
      const isHeard = new Promise<void>((heard, failed) => beginners.push({ heard, failed }));
      if (!isRunning) void onBehalfOfAll(run);
      try {
        await isHeard;
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      return () => void listeners.delete(listener);
    },
  };
}
