// When a message is tried again: five attempts in the first hour, then with pauses of up to a day.

const minuteMs = 60_000;

/** Pauses after the first, second, … failed attempt, in milliseconds. After the attempt that follows the last, none does. */
export const pausesMs: readonly number[] = [1, 4, 15, 35, 120, 300, 720, 1_440].map((minutes) => minutes * minuteMs);

/** The largest part of a pause that is left out, so that messages that failed together are not tried together again. */
const mostSpread = 0.1;

/**
 * Returns the milliseconds until the next attempt after a number of failed ones, at least 1; undefined if the message is
 * given up. `random` is at least 0 and less than 1.
 */
export function pauseAfter(failedAttempts: number, random: number): number | undefined {
  const pause = pausesMs[failedAttempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 - mostSpread * random));
}

/** Time without a success, in milliseconds, after which the service switches a webhook off. */
export const longestFailureMs = 3 * 24 * 60 * minuteMs;
