// Converts schedules between the kinds that users choose and cron expressions of six fields, the first of which is
// seconds.

export type Schedule =
  | { readonly kind: 'hours'; readonly everyHours: number; readonly minute: number }
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number }
  | { readonly kind: 'weekly'; readonly weekday: number; readonly hour: number; readonly minute: number }
  | { readonly kind: 'monthly'; readonly day: number; readonly hour: number; readonly minute: number }
  | { readonly kind: 'cron'; readonly expression: string };

/** Days of the week; the index is the day's number in cron. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Numbers of hours between runs. All of them divide 24, so that the runs are at the same times each day. */
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;
/** Every month has this day; later days do not exist in February of most years. */
export const lastSafeDay = 28;

export function toCron(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'hours':
      return `0 ${schedule.minute} ${schedule.everyHours === 1 ? '*' : `*/${schedule.everyHours}`} * * *`;
    case 'daily':
      return `0 ${schedule.minute} ${schedule.hour} * * *`;
    case 'weekly':
      return `0 ${schedule.minute} ${schedule.hour} * * ${schedule.weekday}`;
    case 'monthly':
      return `0 ${schedule.minute} ${schedule.hour} ${schedule.day} * *`;
    case 'cron':
      return schedule.expression;
  }
}

/** Parses a whole number from 0 to `most`; undefined for any other text. */
function numberIn(text: string, most: number): number | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : undefined;
}

/**
 * Parses a cron expression. An expression that fits no other kind of schedule becomes a schedule of the kind `cron`.
 */
export function parseCron(expression: string): Schedule {
  const asItIs: Schedule = { kind: 'cron', expression };
  const fields = expression.trim().split(/\s+/);
  const [seconds = '', minutes = '', hours = '', days = '', months = '', daysOfWeek = ''] = fields;
  const minute = numberIn(minutes, 59);
  if (fields.length !== 6 || numberIn(seconds, 0) === undefined || minute === undefined || months !== '*')
    return asItIs;
  const step = hours === '*' ? 1 : Number(/^\*\/(\d{1,2})$/.exec(hours)?.[1]);
  const isAnyDay = days === '*' && daysOfWeek === '*';
  if (isAnyDay && hourSteps.some((one) => one === step)) return { kind: 'hours', everyHours: step, minute };
  const hour = numberIn(hours, 23);
  if (hour === undefined) return asItIs;
  if (isAnyDay) return { kind: 'daily', hour, minute };
  const weekday = numberIn(daysOfWeek, 7);
  if (days === '*' && weekday !== undefined) return { kind: 'weekly', weekday: weekday % 7, hour, minute };
  const day = numberIn(days, lastSafeDay);
  if (daysOfWeek === '*' && day !== undefined && day >= 1) return { kind: 'monthly', day, hour, minute };
  return asItIs;
}

const two = (number: number): string => String(number).padStart(2, '0');
export const timeWords = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${two(hour)}:${two(minute)}`;

/** The schedule in words, without its time zone. */
export function scheduleWords(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'hours':
      return schedule.everyHours === 1
        ? `every hour, at minute ${two(schedule.minute)}`
        : `every ${schedule.everyHours} hours, at minute ${two(schedule.minute)}`;
    case 'daily':
      return `every day at ${timeWords(schedule)}`;
    case 'weekly':
      return `every ${weekdays[schedule.weekday]} at ${timeWords(schedule)}`;
    case 'monthly':
      return `on day ${schedule.day} of every month at ${timeWords(schedule)}`;
    case 'cron':
      return `by the cron expression ${schedule.expression}`;
  }
}

/** Parses a time `HH:MM`. Returns 03:00 for any other text. */
export function parseTime(text: string): { readonly hour: number; readonly minute: number } {
  const [, hours = '', minutes = ''] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  const [hour, minute] = [numberIn(hours, 23), numberIn(minutes, 59)];
  return hour === undefined || minute === undefined ? { hour: 3, minute: 0 } : { hour, minute };
}
