// When a mail rule sends its mail, in the time zone of the rule. Pure functions.
import type { MailTiming } from '../../../generated/prisma/enums';

export interface MailTimes {
  readonly timing: MailTiming;
  /** Hour of the day of daily mails, 0 to 23. */
  readonly hour: number;
  /** Hours of the day between which no mail is sent; both null = none. */
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  /** IANA time zone of the hours. */
  readonly timeZone: string;
}

/** Offsets of all time zones from UTC are multiples of 15 minutes, and so are their changes. */
const stepMs = 15 * 60_000;
/** Steps within which every hour of the day occurs: a day, and what a change of the clock may add. */
const mostSteps = (24 + 3) * 4;
const hourMinutes = 60;
const nowPauseMs = 60_000;

/** Milliseconds after the end of a run until its digest is sent: its links are resolved in the background. */
export const digestDelayMs = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Time zones whose clocks are kept. */
const mostClocks = 1_000;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size >= mostClocks) clocks.clear();
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock;
}

/** Minutes since midnight, as the clocks of the time zone show them. */
function minuteOfDay(at: number, timeZone: string): number {
  const [hour, minute] = clockOf(timeZone).format(at).split(':');
  return Number(hour) * hourMinutes + Number(minute);
}

/**
 * The first instant after `after` at which the clocks of the time zone reach the hour. Where they skip it, the instant
 * at which they skip it.
 */
function nextHour(after: number, hour: number, timeZone: string): number {
  const minute = hour * hourMinutes;
  let at = Math.floor(after / stepMs) * stepMs;
  let before = minuteOfDay(at, timeZone);
  for (let step = 0; step < mostSteps; step += 1) {
    at += stepMs;
    const now = minuteOfDay(at, timeZone);
    // Near midnight the minutes fall by most of a day; when the clocks are put back, by an hour.
    const isNextDay = before - now > 12 * hourMinutes;
    // An hour before midnight that the clocks skip is one that they have not reached at midnight.
    if (isNextDay ? now >= minute || before < minute : before < minute && now >= minute) return at;
    before = now;
  }
  throw new Error(`the clocks of ${timeZone} do not reach ${hour} o'clock`);
}

/** The first instant at or after `at` that is not in the quiet hours. */
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
 * When the mail about events that wait since `since` is sent, at the earliest `now`. Mails that are sent at once have at
 * least a minute between them.
 */
export function mailTime(times: MailTimes, since: Date, now: Date, mailedAt: Date | null): Date {
  const { timing, hour, timeZone } = times;
  const begin = since.getTime();
  const planned = {
    Now: () => (mailedAt ? Math.max(begin, mailedAt.getTime() + nowPauseMs) : begin),
    Hourly: () => nextFullHour(begin, timeZone),
    Daily: () => nextHour(begin, hour, timeZone),
  }[timing]();
  return new Date(afterQuiet(Math.max(planned, now.getTime()), times));
}
