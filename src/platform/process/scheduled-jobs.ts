// Runs background jobs at intervals until the service stops. A job never runs twice at the same time.
import { traced } from '../tracing/tracing';
import { withoutStatementTimeout } from '../postgres/time-limits';

export interface ScheduledJob {
  /** What the job does, for traces. */
  readonly name: string;
  /** Seconds between the end of a run and the next. */
  readonly everySeconds: number;
  /** Runs the job. When the service stops, `stopping` is aborted, and the run ends early. */
  run(now: Date, stopping: AbortSignal): Promise<unknown>;
}

/**
 * Whether `seconds` have passed between the instants `since` and `now`. Also true if the clock was set back in between:
 * otherwise, work that is repeated after an interval would rest until the clock has caught up.
 */
export function hasPassed(seconds: number, since: Date, now: Date): boolean {
  const passedMs = now.getTime() - since.getTime();
  return passedMs < 0 || passedMs >= seconds * 1_000;
}

export interface BackgroundWork {
  /** Starts no more runs, tells runs in progress to end, and waits for them. */
  close(): Promise<void>;
}

/** Starts the jobs immediately. A failed run is reported to `onError`, and repeated after the interval. */
export function startBackgroundWork(
  rounds: readonly ScheduledJob[],
  onError: (error: unknown) => void,
): BackgroundWork {
  const timers = new Map<ScheduledJob, NodeJS.Timeout>();
  const underWay = new Map<ScheduledJob, Promise<void>>();
  const stop = new AbortController();
  const go = async (round: ScheduledJob): Promise<void> => {
    try {
      await withoutStatementTimeout(() => traced(`job ${round.name}`, {}, () => round.run(new Date(), stop.signal)));
    } catch (error) {
      onError(error);
    }
    if (!stop.signal.aborted) timers.set(round, setTimeout(() => begin(round), round.everySeconds * 1_000).unref());
  };
  const begin = (round: ScheduledJob) => underWay.set(round, go(round));
  for (const round of rounds) begin(round);
  return {
    async close() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
