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

/** The first run after `after`; null if the expression is invalid or there is no further run. */
export function computeNextRun({ cronSchedule, timezone }: Schedule, after: Date): Date | null {
  try {
    // Paused: only parses the expression. src/modules/jobs.ts starts the runs.
    return new Cron(cronSchedule, { mode: '6-part', paused: true, timezone: timezone ?? 'UTC' }).nextRun(after);
  } catch {
    return null;
  }
}
