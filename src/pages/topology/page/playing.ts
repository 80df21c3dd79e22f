// Chooses the instants that are shown in sequence while the history is played.
/** Maximum number of instants that are shown when the history is played. */
const mostSteps = 30;

/**
 * Chooses the instants at which to show the history between two times (milliseconds since 1970): the latest changes
 * and, if these are few, evenly spaced instants.
 */
export function instantsToPlay(from: number, to: number, changes: readonly number[]): readonly number[] {
  const within = [...new Set(changes)].filter((at) => at > from && at < to).sort((a, b) => b - a);
  const latest = within.slice(0, mostSteps - 1);
  const others = Math.max(0, mostSteps - 1 - latest.length);
  const step = (to - from) / (others + 1);
  const between = Array.from({ length: others }, (_none, index) => Math.round(from + (index + 1) * step));
  return [...new Set([...latest, ...between, to])].filter((at) => at > from).sort((a, b) => a - b);
}

/** Returns the times at which discovery runs ended, in milliseconds since 1970, from their stored records. */
export const endsOfRuns = (records: readonly unknown[]): readonly number[] =>
  records
    .map((record) => Date.parse(String((record as { readonly finished_at?: unknown } | null)?.finished_at)))
    .filter(Number.isFinite);
