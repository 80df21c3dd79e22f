// Handles rows for which background work fails. Such a row is reported once and skipped for a while, so that other rows
// are processed.
import { classifyTrouble, isMoving } from '../postgres/unavailable';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** A failed row is forgotten after this number of milliseconds without another failure. */
const rememberedMs = 24 * 3_600_000;

interface Failure {
  /** The last pause after a failure that was reported; 0 if there was none, and only a move refused the row. */
  readonly pauseMs: number;
  readonly until: number;
}

/**
 * The rows to which a statement of a background job applies. Rows for which the job has failed are skipped for a while.
 */
export interface Among {
  /** Keys of rows to skip. */
  readonly except: readonly string[];
  /** Keys of the only rows to process; undefined to process all rows except those in `except`. */
  readonly only?: readonly string[];
}

/** The failure of a background job for one row. */
export class RowFailure extends Error {
  constructor(work: string, key: string, cause: unknown) {
    super(`${work}: failed on the row ${key}, which is left aside`, { cause });
  }
}

/** Whether the database is in trouble for all rows, and not only for rows of an organization that is being moved. */
const isForAll = (error: unknown): boolean => classifyTrouble(error) !== undefined && !isMoving(error);

/**
 * Remembers the rows for which background work failed. Such a row is retried after a minute, then after growing pauses
 * of up to an hour. `onError` is called for the row's first failure, and again only after the row has succeeded or has
 * not failed for a day. An unavailable database is not a failure of the row. A row of an organization that is being
 * moved to another database is skipped for a minute each time, and not reported: it can be written again after the
 * move.
 */
export class RowsAside {
  private readonly failures = new Map<string, Failure>();
  private readonly parts = new Map<string, RowsAside>();

  constructor(private readonly onError: (error: unknown, key: string) => void) {}

  /** Returns the instance that handles rows of this kind. */
  of(kind: string): RowsAside {
    const part = this.parts.get(kind) ?? new RowsAside(this.onError);
    this.parts.set(kind, part);
    return part;
  }

  /** Returns the keys of the rows to skip at this time. */
  at(now: Date): string[] {
    const time = now.getTime();
    for (const [key, { until }] of this.failures) if (until + rememberedMs < time) this.failures.delete(key);
    return [...this.failures].flatMap(([key, { until }]) => (until > time ? [key] : []));
  }

  recordFailure(key: string, now: Date, error: unknown): void {
    const before = this.failures.get(key);
    const lastPauseMs = before?.pauseMs ?? 0;
    if (isMoving(error)) {
      this.failures.set(key, { pauseMs: lastPauseMs, until: now.getTime() + firstPauseMs });
      return;
    }
    const pauseMs = Math.min(Math.max(lastPauseMs * 2, firstPauseMs), longestPauseMs);
    this.failures.set(key, { pauseMs, until: now.getTime() + pauseMs });
    if (lastPauseMs === 0) this.onError(error, key);
  }

  recordSuccess(key: string): void {
    this.failures.delete(key);
  }

  /** Runs `change` for one row and resolves with its result; undefined if `change` failed. */
  async one<T>(key: string, now: Date, change: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await change();
      this.recordSuccess(key);
      return answer;
    } catch (error) {
      if (isForAll(error)) throw error;
      this.recordFailure(key, now, error);
      return undefined;
    }
  }

  /**
   * Runs one statement for all rows. If the statement fails, runs it for halves of the rows that `list` returns, then
   * for halves of a failing half, until each failing row is alone. Failing rows are then skipped for a while.
   */
  async all(
    now: Date,
    change: (among: Among) => Promise<number>,
    list: (among: Among) => Promise<readonly string[]>,
  ): Promise<number> {
    const except = this.at(now);
    try {
      return await change({ except });
    } catch (error) {
      if (isForAll(error)) throw error;
      return this.halves(await list({ except }), now, (only) => change({ except, only }));
    }
  }

  private async halves(
    keys: readonly string[],
    now: Date,
    change: (keys: readonly string[]) => Promise<number>,
  ): Promise<number> {
    if (keys.length === 0) return 0;
    try {
      const count = await change(keys);
      if (count >= keys.length) for (const key of keys) this.recordSuccess(key);
      return count;
    } catch (error) {
      if (isForAll(error)) throw error;
      if (keys.length === 1) {
        this.recordFailure(keys[0]!, now, error);
        return 0;
      }
      const middle = Math.ceil(keys.length / 2);
      const first = await this.halves(keys.slice(0, middle), now, change);
      return first + (await this.halves(keys.slice(middle), now, change));
    }
  }
}
