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
   * Whether to try again after this error: yes while the database is unavailable, up to `longestOutageMs`. No if the
   * organization was moved to another database. A statement that took too long is repeated only once, because more
   * repetitions would keep the database busy.
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
