// When a message is tried again: five attempts in the first hour, then with pauses of up to a day. A receiver can ask for
// longer pauses.

const minuteMs = 60_000;

/** Pauses after the first, second, … failed attempt, in milliseconds. After the attempt that follows the last, none does. */
export const pausesMs: readonly number[] = [1, 4, 15, 35, 120, 300, 720, 1_440].map((minutes) => minutes * minuteMs);
const longestPauseMs = pausesMs.at(-1)!;

/** The largest part of a pause that is left out, so that messages that failed together are not tried together again. */
const mostSpread = 0.1;

/**
 * Returns the milliseconds until the next attempt after a number of failed ones, at least 1; undefined if the message is
 * given up. `random` is at least 0 and less than 1. `askedMs` is the pause that the receiver asks for, which makes a
 * pause longer, up to a day, and never shorter.
 */
export function pauseAfter(failedAttempts: number, random: number, askedMs = 0): number | undefined {
  const pause = pausesMs[failedAttempts - 1];
  if (pause === undefined) return undefined;
  const asked = Math.min(longestPauseMs, askedMs * (1 + mostSpread * random));
  return Math.round(Math.max(pause * (1 - mostSpread * random), asked));
}

/** Statuses with which `Retry-After` says when the receiver accepts messages again (RFC 9110, RFC 6585). */
const statusesToWait: ReadonlySet<number> = new Set([429, 503]);

/** Milliseconds for which an answer asks to wait, by its header `Retry-After` (RFC 9110, section 10.2.3); 0 if it asks for none. */
export function askedPause(status: number, retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined || !statusesToWait.has(status)) return 0;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** Time without a success, in milliseconds, after which the service switches a webhook off. */
export const longestFailureMs = 3 * 24 * 60 * minuteMs;
