// Lets open streams wait while the database is unavailable, up to a maximum time.
import { setTimeout as pause } from 'node:timers/promises';
import { toPublicError } from '../../errors';
import { isTooLong } from '../../platform/postgres/unavailable';

/** Maximum duration of an outage in milliseconds. A stream that waits longer ends with `service_unavailable`. */
export const longestOutageMs = 120_000;
const betweenTriesMs = 500;

export class Outage {
  private since: number | undefined;
  private tooLong = 0;

  /**
   * Whether to wait and try again after an error: the error means that the database is unavailable, and the maximum
   * duration is not reached. A statement timeout is retried only once, because more retries would keep a busy database
   * busy. If the organization was moved to another database, the result is false.
   */
  isToWaitFor(error: unknown): boolean {
    const { code, params } = toPublicError(error);
    if (code !== 'service_unavailable' || params.reason === 'organization_moved') return false;
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

  /** Ends the outage. Call it when the database is available again. */
  end(): void {
    this.since = undefined;
    this.tooLong = 0;
  }

  /** Resolves after the pause between two attempts. */
  static pause(): Promise<void> {
    return pause(betweenTriesMs, undefined, { ref: false });
  }
}
