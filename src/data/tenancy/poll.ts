// Polls the database while there are listeners, once for all of them; sooner where something was written by this process.
import { onBehalfOfAll } from '../../platform/postgres/connection-shares';
import type { DirectSql } from '../client';

/** Pauses between rounds: of what changes in between, one round reports all. */
const everyMs = 200;
/**
 * Where a round found nothing, the next one comes as soon as something is written here, but not sooner than this. What
 * changes all the time is not reported more often for that.
 */
const afterNothingMs = 25;
/** While the database does not answer. */
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

/** A change of a network, keyed so that a newer change of the same thing replaces an older one. */
export interface NetworkChange {
  readonly key: string;
  readonly networkId: string;
}

export interface ChangeReader<Change> {
  /** Answers what has changed since it was last asked; of a network that it is asked about anew, nothing. */
  read(networkIds: readonly string[]): Promise<readonly Change[]>;
  /** Calls back when this process has written something; answers how to stop. What others write is found all the same. */
  onWrite?(written: () => void): () => void;
}

/** Creates the reader of one kind of change, whichever replica and organization it is of: each replica has one. */
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
      const wanted = [...listeners].map((listener) => [listener, new Set(listener.networkIds())] as const);
      const changes = await read([...new Set(wanted.flatMap(([, networkIds]) => [...networkIds]))]);
      for (const [listener, networkIds] of wanted)
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
      // What is written while a round reads may be too late for it.
      writes.forget();
      const outcome = await round();
      await sleep(outcome === 'found' ? everyMs : outcome === 'nothing' ? afterNothingMs : afterFailureMs);
      if (outcome === 'nothing') await writes.orAfter(everyMs - afterNothingMs);
    }
    writes.end();
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

/** Ends early where `wake` is called; keeps no process alive. */
function sleep(ms: number, wakeBy: (wake: () => void) => void = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    wakeBy(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether something was written since one looked last. */
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

  /** Resolves when something is written, or was since it was forgotten, or after so long. */
  async orAfter(ms: number): Promise<void> {
    if (!this.isWritten) await sleep(ms, (wake) => (this.wake = wake));
  }
}
