// Decides whether a daemon is silent: it has not called the service for too long.

/**
 * Minutes without contact after which a daemon is silent. Must equal the number that the service uses for e-mails about
 * silent daemons.
 */
export const silentMinutes = 15;

export const isSilent = (lastSeen: string | null, now: number): boolean =>
  lastSeen === null || now - Date.parse(lastSeen) > silentMinutes * 60_000;
