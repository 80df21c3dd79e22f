// Lets open streams wait for an unavailable database, up to a limit.
import { setTimeout as pause } from 'node:timers/promises';
import { toPublicError } from '../../errors';
import { isTooLong } from '../../platform/postgres/unavailable';

/** Longest outage in milliseconds; then a stream ends with `service_unavailable`. */
export const longestOutageMs = 120_000;
const betweenTriesMs = 500;

export class Outage {
  private since: number | undefined;
  private tooLong = 0;

  /**
   * Whether the error means an unavailable database within the limit. A statement timeout is retried once: repeating it
   * would keep a busy database busy.
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

  /** The database is available again. */
  end(): void {
    this.since = undefined;
    this.tooLong = 0;
  }

  /** Waits before the next attempt. */
  static pause(): Promise<void> {
    return pause(betweenTriesMs, undefined, { ref: false });
  }
}
