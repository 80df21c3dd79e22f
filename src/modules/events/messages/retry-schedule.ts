// The pauses between attempts to send a message: five attempts in the first hour, then pauses of up to a day. A
// receiver can request longer pauses.

const minuteMs = 60_000;

/**
 * Pauses in milliseconds after the first, second, and each further failed attempt. If the attempt after the last pause
 * fails, the message is given up.
 */
export const pausesMs: readonly number[] = [1, 4, 15, 35, 120, 300, 720, 1_440].map((minutes) => minutes * minuteMs);
const longestPauseMs = pausesMs.at(-1)!;

/**
 * Maximum fraction by which a pause is changed at random, so that messages that failed together are not all retried
 * together.
 */
const mostSpread = 0.1;

/**
 * Returns the milliseconds until the next attempt, after at least 1 failed attempt; undefined if the message is given
 * up. `random` is at least 0 and less than 1. `askedMs` is the pause that the receiver requests. It can make the pause
 * longer, up to a day, but not shorter.
 */
export function pauseAfter(failedAttempts: number, random: number, askedMs = 0): number | undefined {
  const pause = pausesMs[failedAttempts - 1];
  if (pause === undefined) return undefined;
  const requestedPause = Math.min(longestPauseMs, askedMs * (1 + mostSpread * random));
  return Math.round(Math.max(pause * (1 - mostSpread * random), requestedPause));
}

/** Statuses with which `Retry-After` says when the receiver accepts messages again (RFC 9110, RFC 6585). */
const statusesToWait: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns the pause in milliseconds that a response requests by its header `Retry-After` (RFC 9110, section 10.2.3); 0
 * if it requests none.
 */
export function askedPause(status: number, retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined || !statusesToWait.has(status)) return 0;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** If no attempt succeeds for this number of milliseconds, the service switches the webhook off. */
export const longestFailureMs = 3 * 24 * 60 * minuteMs;
