// Rows that background work fails on: each is told of once and left aside for a while, and the others are worked on.
import { troubleOf } from '../postgres/unavailable';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** A row that has not been met again for so long is gone. */
const rememberedMs = 24 * 3_600_000;

interface Failure {
  readonly pauseMs: number;
  readonly until: number;
}

/** Which rows a statement is for. */
export interface Among {
  /** Keys of rows to leave alone. */
  readonly except: readonly string[];
  /** Keys of the only rows it is for; undefined: all others. */
  readonly only?: readonly string[];
}

/** A row that a background job failed on. */
export class RowFailure extends Error {
  constructor(work: string, key: string, cause: unknown) {
    super(`${work}: failed on the row ${key}, which is left aside`, { cause });
  }
}

/**
 * One for each kind of work and of row. A row that failed is tried again after a minute, then after ever longer pauses of an
 * hour at most; `onError` hears of it once, until it succeeds by itself or has not failed for a day. That the database is away is
 * no failure of a row.
 */
export class RowsAside {
  private readonly failures = new Map<string, Failure>();
  private readonly parts = new Map<string, RowsAside>();

  constructor(private readonly onError: (error: unknown, key: string) => void) {}

  /** The same for another kind of row. */
  of(kind: string): RowsAside {
    const part = this.parts.get(kind) ?? new RowsAside(this.onError);
    this.parts.set(kind, part);
    return part;
  }

  /** Keys of the rows that are not to be tried now. */
  at(now: Date): string[] {
    const time = now.getTime();
    for (const [key, { until }] of this.failures) if (until + rememberedMs < time) this.failures.delete(key);
    return [...this.failures].flatMap(([key, { until }]) => (until > time ? [key] : []));
  }

  failed(key: string, now: Date, error: unknown): void {
    const before = this.failures.get(key);
    const pauseMs = before ? Math.min(before.pauseMs * 2, longestPauseMs) : firstPauseMs;
    this.failures.set(key, { pauseMs, until: now.getTime() + pauseMs });
    if (!before) this.onError(error, key);
  }

  succeeded(key: string): void {
    this.failures.delete(key);
  }

  /** What `change` answers for one row; undefined where it failed. */
  async one<T>(key: string, now: Date, change: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await change();
      this.succeeded(key);
      return answer;
    } catch (error) {
      if (troubleOf(error)) throw error;
      this.failed(key, now, error);
      return undefined;
    }
  }

  /** One statement for all rows; where it fails, for those that `list` names in ever smaller parts, and so all but those that fail. */
  async all(
    now: Date,
    change: (among: Among) => Promise<number>,
    list: (among: Among) => Promise<readonly string[]>,
  ): Promise<number> {
    const except = this.at(now);
    try {
      return await change({ except });
    } catch (error) {
      if (troubleOf(error)) throw error;
      return this.halves(await list({ except }), now, (only) => change({ except, only }));
    }
  }

  private async halves(
    keys: readonly string[],
    now: Date,
    change: (keys: readonly string[]) => Promise<number>,
  ): Promise<number> {
    if (keys.length <= 1) {
      const [key] = keys;
      return key === undefined ? 0 : ((await this.one(key, now, () => change(keys))) ?? 0);
    }
    try {
      const count = await change(keys);
      for (const key of keys) this.succeeded(key);
      return count;
    } catch (error) {
      if (troubleOf(error)) throw error;
      const middle = Math.ceil(keys.length / 2);
      const first = await this.halves(keys.slice(0, middle), now, change);
      return first + (await this.halves(keys.slice(middle), now, change));
    }
  }
}
