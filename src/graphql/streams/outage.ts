// A database that is away, as open streams meet it: they wait for it, up to a bound, and go on.
import { setTimeout as pause } from 'node:timers/promises';
import { toPublicError } from '../../errors';
import { isTooLong } from '../../platform/postgres/unavailable';

/** Longest wait: a stream for which the database stays away longer ends with `service_unavailable`. */
export const longestOutageMs = 120_000;
const betweenTriesMs = 500;

export class Outage {
  private since: number | undefined;
  private tooLong = 0;

  /**
   * Whether the failure is that of a database that is away, and it has not been so for too long. What takes longer than a
   * statement may is tried once more: a database that is busy may have been slow, but asking for it on and on keeps it so.
   */
  isToWaitFor(error: unknown): boolean {
    if (toPublicError(error).code !== 'service_unavailable') return false;
    if (isTooLong(error)) {
      this.tooLong += 1;
      if (this.tooLong > 1) return false;
    }
    this.since ??= performance.now();
    return performance.now() - this.since < longestOutageMs;
  }

  get isUnderWay(): boolean {
    return this.since !== undefined;
  }

  /** The database has answered. */
  end(): void {
    this.since = undefined;
    this.tooLong = 0;
  }

  /** Before the next try. */
  static pause(): Promise<void> {
    return pause(betweenTriesMs, undefined, { ref: false });
  }
}
