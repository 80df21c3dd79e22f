// Formats an instant for a page: date and time in the user's language and time zone.
let format: Intl.DateTimeFormat | undefined;

/** An instant in words. The formatter is created only once, because creating it takes longer than using it. */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));

/** An instant as the value of a field for local date and time (`datetime-local`). */
export function localText(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
