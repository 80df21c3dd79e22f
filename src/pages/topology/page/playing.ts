// Chooses the instants that are shown in sequence while the history is played.
/** Maximum number of instants that are shown when the history is played. */
const mostSteps = 30;

/**
 * Instants after `from` up to and including `to`, in milliseconds. They are the latest times of `changes`, completed by
 * instants at equal distances.
 */
export function instantsToPlay(from: number, to: number, changes: readonly number[]): readonly number[] {
  const within = [...new Set(changes)].filter((at) => at > from && at < to).sort((a, b) => b - a);
  const latest = within.slice(0, mostSteps - 1);
  const others = Math.max(0, mostSteps - 1 - latest.length);
  const step = (to - from) / (others + 1);
  const between = Array.from({ length: others }, (_none, index) => Math.round(from + (index + 1) * step));
  return [...new Set([...latest, ...between, to])].filter((at) => at > from).sort((a, b) => a - b);
}

/** The times at which discoveries ended, from their records. */
export const endsOfRuns = (records: readonly unknown[]): readonly number[] =>
  records
    .map((record) => Date.parse(String((record as { readonly finished_at?: unknown } | null)?.finished_at)))
    .filter(Number.isFinite);
