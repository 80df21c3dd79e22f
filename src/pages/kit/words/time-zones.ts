// Names of time zones, for fields in which users choose one.

export const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones that the browser knows, with `zone` and that of the reader, in the order of their names. */
export function zonesWith(zone: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone, readerZone()]);
  return [...zones].sort();
}
