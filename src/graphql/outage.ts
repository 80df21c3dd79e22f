// A database that is away, as open streams meet it: they wait for it, up to a bound, and go on.
import { setTimeout as pause } from 'node:timers/promises';
import { toPublicError } from '../errors';

/** Longest wait: a stream for which the database stays away longer ends with `service_unavailable`. */
export const longestOutageMs = 120_000;
const betweenTriesMs = 500;

export class Outage {
  private since: number | undefined;

  /** Whether the failure is that of a database that is away, and it has not been so for too long. */
  isToWaitFor(error: unknown): boolean {
    if (toPublicError(error).code !== 'service_unavailable') return false;
    this.since ??= performance.now();
    return performance.now() - this.since < longestOutageMs;
  }

  get isUnderWay(): boolean {
    return this.since !== undefined;
  }

  /** The database has answered. */
  end(): void {
    this.since = undefined;
  }

  /** Before the next try. */
  static pause(): Promise<void> {
    return pause(betweenTriesMs, undefined, { ref: false });
  }
}
