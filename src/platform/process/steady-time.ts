// Measures for how long this process has reached its database without a gap. Rows that others keep up to date through
// this process may be old after a gap, because nobody could update them.

/** Maximum time in milliseconds between two answers of the database; a longer time is a gap. */
const longestGapMs = 60_000;

/**
 * The time since the last gap, as seen by one background job. There is a gap at the start of the process, while the
 * database does not answer, and while the process is suspended. If the clock is set back, the time begins anew.
 */
export class SteadyTime {
  private since: number | undefined;
  private answeredAt = -Infinity;

  /** Begins a run of the job at the instant `now`. Call the returned function after each answer of the database. */
  begin(now: Date): () => void {
    const begunAt = performance.now();
    return () => this.recordAnswer(now.getTime() + performance.now() - begunAt);
  }

  /** Returns whether there was no gap in the `ms` milliseconds before `now`. */
  covers(ms: number, now: Date): boolean {
    return this.since !== undefined && now.getTime() - this.since >= ms;
  }

  private recordAnswer(at: number): void {
    if (at < this.answeredAt || at - this.answeredAt > longestGapMs) this.since = at;
    this.answeredAt = at;
  }
}
