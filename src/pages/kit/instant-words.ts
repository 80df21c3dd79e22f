// Formats an instant for a page: date and time in the user's language and time zone.
let format: Intl.DateTimeFormat | undefined;

/**
 * An instant as text. The formatter is created only once, because creating a formatter takes longer than formatting.
 */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));

/** An instant as the value of an input of type `datetime-local`. */
export function localText(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
