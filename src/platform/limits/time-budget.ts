// A budget of processor or connection time that is refilled evenly. Work is charged after it was done, so a budget can
// be overdrawn.

/** An unused budget saves up to two minutes of refill. An overdrawn one owes at most one minute of refill. */
const mostSavedMinutes = 2;
const mostOwedMinutes = 1;
const minuteMs = 60_000;

export class TimeBudget {
  private usedMs = 0;
  private chargedAt = 0;

  /** `secondsPerMinute`: the seconds of work that a minute refills; `Infinity` for a budget that never ends. */
  constructor(private readonly secondsPerMinute: number) {}

  /** Charges work of `ms` milliseconds. `now` is in milliseconds of any clock that never goes back. */
  charge(ms: number, now: number): void {
    const most = (mostSavedMinutes + mostOwedMinutes) * this.secondsPerMinute * 1000;
    this.usedMs = Math.min(this.usedAt(now) + ms, most);
    this.chargedAt = now;
  }

  /** Milliseconds until the budget allows more work: 0 if it does now, at most one minute. */
  msUntilFree(now: number): number {
    if (this.secondsPerMinute === Infinity) return 0;
    const owedMs = this.usedAt(now) - mostSavedMinutes * this.secondsPerMinute * 1000;
    return Math.max(0, (owedMs * minuteMs) / (this.secondsPerMinute * 1000));
  }

  private usedAt(now: number): number {
    if (this.secondsPerMinute === Infinity) return 0;
    const refilledMs = ((now - this.chargedAt) * this.secondsPerMinute * 1000) / minuteMs;
    return Math.max(0, this.usedMs - refilledMs);
  }
}
