// Limits what is read from one device: time, bytes and number of commands.
import { ApiFailure } from '../../http/api-client';

export interface SshLimits {
  /** Milliseconds for signing in, and for the output of each command. */
  readonly answerMs: number;
  /** Milliseconds for all commands together. */
  readonly totalMs: number;
  readonly answerBytes: number;
  readonly totalBytes: number;
  /** Maximum number of commands. */
  readonly requests: number;
}

export const usualLimits: SshLimits = {
  ...{ answerMs: 30_000, totalMs: 180_000, answerBytes: 16 * 2 ** 20, totalBytes: 64 * 2 ** 20 },
  ...{ requests: 1_000 },
};

export class Budget {
  readonly limits: SshLimits;
  private readonly endsAt: number;
  private commands = 0;
  private bytes = 0;

  constructor(
    limits: Partial<SshLimits>,
    private readonly place: string,
  ) {
    this.limits = { ...usualLimits, ...limits };
    this.endsAt = performance.now() + this.limits.totalMs;
  }

  /** Milliseconds to wait for the next response. Throws ApiFailure if the time for the whole device is over. */
  answerMs(): number {
    const remainingMs = this.endsAt - performance.now();
    if (remainingMs <= 0)
      throw new ApiFailure('broken', `${this.place} was not read within ${this.limits.totalMs / 1000} s`);
    return Math.min(this.limits.answerMs, remainingMs);
  }

  /**
   * Counts a command. Returns the maximum time and size of its output. Throws ApiFailure if a limit of the device is
   * reached.
   */
  takeCommand(): { readonly timeoutMs: number; readonly mostBytes: number } {
    const timeoutMs = this.answerMs();
    const { requests, answerBytes, totalBytes } = this.limits;
    if (++this.commands > requests)
      throw new ApiFailure('broken', `${this.place} would need more than ${requests} commands`);
    return { timeoutMs, mostBytes: Math.max(0, Math.min(answerBytes, totalBytes - this.bytes)) };
  }

  addBytes(count: number): void {
    this.bytes += count;
  }
}
