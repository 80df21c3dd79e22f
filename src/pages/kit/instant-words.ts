// How an instant is written on a page: date and time in the reader's language and zone.
let format: Intl.DateTimeFormat | undefined;

/** The format is made once: making it takes longer than writing an instant with it. */
export const instantWords = (at: string | number): string =>
  (format ??= new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(at));
