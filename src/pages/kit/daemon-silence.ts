// When a daemon counts as silent.

/** After this number of minutes without contact a daemon counts as silent, as in the mail that reports it. */
export const silentMinutes = 15;

export const isSilent = (lastSeen: string | null, now: number): boolean =>
  lastSeen === null || now - Date.parse(lastSeen) > silentMinutes * 60_000;
