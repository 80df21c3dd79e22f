// Computes when a mail rule sends its mail, in the time zone of the rule. Pure functions.
import type { MailTiming } from '../../../generated/prisma/enums';

export interface MailTimes {
  readonly timing: MailTiming;
  /** Hour of the day of daily mails, 0 to 23. */
  readonly hour: number;
  /** Hours of the day between which no mail is sent. Both are null if mail is sent at any hour. */
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  /** IANA time zone of the hours. */
  readonly timeZone: string;
}

/**
 * Milliseconds of one step in the search for an hour of the day. UTC offsets of all time zones are multiples of 15
 * minutes, so each full hour coincides with a step.
 */
const stepMs = 15 * 60_000;
/**
 * Maximum number of steps in the search. In 27 hours, the clocks of a time zone show each hour of the day, even if they
 * are set back or forward.
 */
const mostSteps = (24 + 3) * 4;
const hourMinutes = 60;
const nowPauseMs = 60_000;

/**
 * Milliseconds between the end of a run and its digest. In this time, a background job resolves the links of the run.
 */
export const digestDelayMs = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Maximum number of time zones for which a formatter is cached. */
const mostClocks = 1_000;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cachedClock = clocks.get(timeZone);
  if (cachedClock) return cachedClock;
  if (clocks.size >= mostClocks) clocks.clear();
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns the minutes since midnight in the time zone. */
function minuteOfDay(at: number, timeZone: string): number {
  const [hour, minute] = clockOf(timeZone).format(at).split(':');
  return Number(hour) * hourMinutes + Number(minute);
}

/**
 * Returns the first instant after `after` at which the clocks of the time zone show the hour. If the clocks are set
 * forward over this hour, returns the instant at which they are set.
 */
function nextHour(after: number, hour: number, timeZone: string): number {
  const minute = hour * hourMinutes;
  let at = Math.floor(after / stepMs) * stepMs;
  let before = minuteOfDay(at, timeZone);
  for (let step = 0; step < mostSteps; step += 1) {
    at += stepMs;
    const now = minuteOfDay(at, timeZone);
    // At midnight, the minute of the day falls by about 24 hours; if the clocks are set back, it falls by one hour.
    const isNextDay = before - now > 12 * hourMinutes;
    // On the next day, `before < minute` means that the hour was not reached before midnight: the clocks were set
    // forward over it.
    if (isNextDay ? now >= minute || before < minute : before < minute && now >= minute) return at;
    before = now;
  }
  throw new Error(`the clocks of ${timeZone} do not reach ${hour} o'clock`);
}

/** Returns the first instant at or after `at` that is not in the quiet hours. */
function afterQuiet(at: number, { quietFrom, quietTo, timeZone }: MailTimes): number {
  if (quietFrom === null || quietTo === null) return at;
  const minute = minuteOfDay(at, timeZone);
  const [from, to] = [quietFrom * hourMinutes, quietTo * hourMinutes];
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextHour(at, quietTo, timeZone) : at;
}

function nextFullHour(after: number, timeZone: string): number {
  let at = Math.floor(after / stepMs) * stepMs;
  do at += stepMs;
  while (minuteOfDay(at, timeZone) % hourMinutes !== 0);
  return at;
}

/**
 * Returns the time at which to send the mail about events that wait since `since`; never before `now`. With the timing
 * `Now`, there is at least a minute between two mails. If `since` or `mailedAt` is after `now`, because the clock was
 * set back, such a mail counts as if the instant were `now`.
 */
export function mailTime(times: MailTimes, since: Date, now: Date, mailedAt: Date | null): Date {
  const { timing, hour, timeZone } = times;
  const begin = since.getTime();
  const untilNow = (instant: Date) => Math.min(instant.getTime(), now.getTime());
  const planned = {
    Now: () => (mailedAt ? Math.max(untilNow(since), untilNow(mailedAt) + nowPauseMs) : untilNow(since)),
    Hourly: () => nextFullHour(begin, timeZone),
    Daily: () => nextHour(begin, hour, timeZone),
  }[timing]();
  return new Date(afterQuiet(Math.max(planned, now.getTime()), times));
}
