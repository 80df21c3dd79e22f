// Formats an instant for a page: date and time in the reader's language and time zone.
let format: Intl.DateTimeFormat | undefined;

/** The formatter is created once, because creating it takes longer than using it. */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));

/** An instant as a field for local time takes it. */
export function localText(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
