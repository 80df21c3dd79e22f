// Schedules: cron expressions with six fields (seconds first) in a time zone.
import { Cron } from 'croner';

export interface Schedule {
  readonly cronSchedule: string;
  /** IANA name; null = UTC. */
  readonly timezone: string | null;
}

/** Whether the name is in the IANA time zone database, ignoring case. Offsets such as `+02:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The first `count` runs after `after`, or fewer if there are no more. Null if the expression is invalid. */
export function computeNextRuns({ cronSchedule, timezone }: Schedule, after: Date, count: number): Date[] | null {
  try {
    // `paused`, because the expression is only parsed here. src/modules/jobs.ts starts the runs.
    const schedule = new Cron(cronSchedule, { mode: '6-part', paused: true, timezone: timezone ?? 'UTC' });
    return schedule.nextRuns(count, after);
  } catch {
    return null;
  }
}

/** The time of the first run after `after`; null if the expression is invalid or there is no further run. */
export const computeNextRun = (schedule: Schedule, after: Date): Date | null =>
  computeNextRuns(schedule, after, 1)?.[0] ?? null;
