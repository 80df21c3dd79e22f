// Polls the database for changes while there are listeners, once for all listeners. A write of this process starts the
// next poll early.
import { onBehalfOfAll } from '../../platform/postgres/connection-shares';
import type { DirectSql } from '../client';

/** Milliseconds between two polls of the database. Each poll reports all changes since the previous poll. */
const everyMs = 200;
/**
 * If a poll found no change, a write of this process starts the next poll early, but at least this number of
 * milliseconds after the previous poll. After a poll with changes, the next poll is not early, so that constant changes
 * cause no additional polls.
 */
const afterNothingMs = 25;
/** Pause in milliseconds while the database does not answer. */
const afterFailureMs = 2_000;

export interface Listener<Change> {
  /** The networks whose changes the listener needs at the moment. */
  networkIds(): Iterable<string>;
  onChange(change: Change): void;
}

export interface Poll<Change> {
  /**
   * Starts listening. Once the promise resolves, every change that begins later is reported. Resolves with a function
   * that stops the listening. Throws the error of the first poll.
   */
  listen(listener: Listener<Change>): Promise<() => void>;
}

/** A change of a network. A newer change with the same key replaces an older one. */
export interface NetworkChange {
  readonly key: string;
  readonly networkId: string;
}

export interface ChangeReader<Change> {
  /**
   * Returns the changes since the previous call. For a network that the previous call did not name, no changes are
   * returned.
   */
  read(networkIds: readonly string[]): Promise<readonly Change[]>;
  /**
   * Calls back after each write of this process. Returns a function that removes the callback. Writes of other
   * processes are found by polling only.
   */
  onWrite?(written: () => void): () => void;
}

/**
 * Creates a reader of one kind of change. The reader finds the changes that any process of the service makes in any
 * organization. Each process has one reader.
 */
export type ChangeSource<Change extends NetworkChange> = (sql: DirectSql) => ChangeReader<Change>;

export function createPoll<Change extends { readonly networkId: string }>({
  read,
  onError,
  onWrite = () => () => undefined,
}: ChangeReader<Change> & { onError(error: unknown): void }): Poll<Change> {
  const listeners = new Set<Listener<Change>>();
  let beginners: { heard: () => void; failed: (error: unknown) => void }[] = [];
  let isRunning = false;

  const round = async (): Promise<'found' | 'nothing' | 'failed'> => {
    const begun = beginners;
    beginners = [];
    try {
      const listenerNetworks = [...listeners].map((listener) => [listener, new Set(listener.networkIds())] as const);
      const changes = await read([...new Set(listenerNetworks.flatMap(([, networkIds]) => [...networkIds]))]);
      for (const [listener, networkIds] of listenerNetworks)
        for (const change of changes)
          if (listeners.has(listener) && networkIds.has(change.networkId)) listener.onChange(change);
      for (const { heard } of begun) heard();
      return changes.length > 0 ? 'found' : 'nothing';
    } catch (error) {
      onError(error);
      for (const { failed } of begun) failed(error);
      return 'failed';
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    const writes = new Writes(onWrite);
    while (listeners.size > 0) {
      // Forget earlier writes before the poll starts, not after it: a write during the poll may be missing in the
      // poll's result.
      writes.forget();
      const outcome = await round();
      await sleep(outcome === 'found' ? everyMs : outcome === 'nothing' ? afterNothingMs : afterFailureMs);
      if (outcome === 'nothing') await writes.orAfter(everyMs - afterNothingMs);
    }
    writes.end();
    // A read of no networks makes the reader forget its position. The next listener must not get changes from before it
    // started.
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

/** Resolves after `ms` milliseconds or when `wake` is called. The timer does not keep the process running. */
function sleep(ms: number, wakeBy: (wake: () => void) => void = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    wakeBy(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Records whether this process has written since the last `forget`. */
class Writes {
  readonly end: () => void;
  private isWritten = false;
  private wake: () => void = () => undefined;

  constructor(onWrite: (written: () => void) => () => void) {
    this.end = onWrite(() => {
      this.isWritten = true;
      this.wake();
    });
  }

  forget(): void {
    this.isWritten = false;
  }

  /** Resolves at the next write (immediately if there was one since `forget`), or after `ms` milliseconds. */
  async orAfter(ms: number): Promise<void> {
    if (!this.isWritten) await sleep(ms, (wake) => (this.wake = wake));
  }
}
