// Decides when a daemon counts as silent.

/**
 * Minutes without contact after which a daemon counts as silent. The e-mails about silent daemons use the same number.
 */
export const silentMinutes = 15;

export const isSilent = (lastSeen: string | null, now: number): boolean =>
  lastSeen === null || now - Date.parse(lastSeen) > silentMinutes * 60_000;
