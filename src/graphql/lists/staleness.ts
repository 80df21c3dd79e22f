// When a discovered row counts as stale: the window that holds where a network names none.

/** 28 days. */
export const defaultStaleAfterHours = 672;
