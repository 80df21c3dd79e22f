// Computes the runs of a schedule: a cron expression with six fields (seconds first) in a time zone.
import { Cron } from 'croner';

export interface Schedule {
  readonly cronSchedule: string;
  /** IANA name of the time zone; null for UTC. */
  readonly timezone: string | null;
}

// Croner also accepts a date in place of an expression, even with `mode`, and would start one run at that date.
const hasSixFields = (cronSchedule: string): boolean => cronSchedule.trim().split(/\s+/).length === 6;

/**
 * Returns the times of the first `count` runs after `after`, or fewer if the schedule ends before. Returns null if the
 * expression is invalid.
 */
export function computeNextRuns({ cronSchedule, timezone }: Schedule, after: Date, count: number): Date[] | null {
  if (!hasSixFields(cronSchedule)) return null;
  try {
    // `paused`: Cron only parses the expression and does not start runs. src/modules/jobs.ts starts runs.
    const schedule = new Cron(cronSchedule, { mode: '6-part', paused: true, timezone: timezone ?? 'UTC' });
    return schedule.nextRuns(count, after);
  } catch {
    return null;
  }
}

/** Returns the time of the first run after `after`; null if the expression is invalid or there is no further run. */
export const computeNextRun = (schedule: Schedule, after: Date): Date | null =>
  computeNextRuns(schedule, after, 1)?.[0] ?? null;
