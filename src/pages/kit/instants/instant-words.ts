// Formats an instant for a page: date and time in the user's language and time zone.
let format: Intl.DateTimeFormat | undefined;

/**
 * An instant as text. The formatter is created only once, because creating a formatter takes longer than formatting.
 */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));

const digits = (number: number, count = 2): string => String(number).padStart(count, '0');

/** An instant as the value of an input of type `datetime-local`: in the user's time zone, to the minute or second. */
export function localText(instant: string | number, precision: 'minute' | 'second' = 'minute'): string {
  const date = new Date(instant);
  const day = [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), ...(precision === 'second' ? [date.getSeconds()] : [])];
  return `${day}T${time.map((part) => digits(part)).join(':')}`;
}

/**
 * The instant that the value of an input of type `datetime-local` means. The input shows neither all digits of `stored`
 * nor, when clocks are put back, which of two equal hours is meant. So a text that was not changed means `stored`.
 */
export function instantFrom(text: string, stored?: string | null, precision: 'minute' | 'second' = 'minute'): string {
  const isUnchanged = typeof stored === 'string' && localText(stored, precision) === text;
  return isUnchanged ? stored : new Date(text).toISOString();
}

/**
 * The attributes of an input for an instant. Without a maximum, browsers take years of six digits, which are beyond the
 * last date of JavaScript. Without a minimum, the first digit of a typed year is a valid year.
 */
export const instantAttributes = {
  type: 'datetime-local',
  min: '1000-01-01T00:00',
  max: '9999-12-31T23:59',
} as const;
