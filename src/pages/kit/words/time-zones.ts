// Names of time zones, for fields in which users choose one.

export const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * All time zones that the browser knows, and additionally UTC, `zone` and the browser's own time zone, sorted by name.
 */
export function zonesWith(zone: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone, readerZone()]);
  return [...zones].sort();
}
