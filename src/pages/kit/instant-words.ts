// Formats an instant for a page: date and time in the reader's language and time zone.
let format: Intl.DateTimeFormat | undefined;

/** The formatter is created once, because creating it takes longer than using it. */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));
