// Divides the time from the creation of a network until now into equal steps, for the time slider.
import { instantWords } from '../../kit/instants/instant-words';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const stepLengths = [
  ...[second, 10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
  ...[24 * hour, 7 * 24 * hour, 30 * 24 * hour],
];
/** As many steps as a finger can distinguish on the slider. */
const mostSteps = 300;

export interface Scale {
  readonly begin: number;
  readonly step: number;
  /** Index of the step that means the present. */
  readonly last: number;
}

export function buildScale(begin: number, now: number): Scale {
  const span = Math.max(now - begin, minute);
  const step = stepLengths.find((length) => span / length <= mostSteps) ?? stepLengths.at(-1)!;
  return { begin, step, last: Math.ceil(span / step) };
}

/** The instant of a step on the slider; null for the step that means the present. */
export const toInstant = ({ begin, step, last }: Scale, index: number): string | null =>
  index >= last ? null : new Date(begin + index * step).toISOString();

/** The step nearest to an instant. A past instant never gets the last step, which means the present. */
export function toIndex({ begin, step, last }: Scale, at: string | null): number {
  if (at === null) return last;
  return Math.min(last - 1, Math.max(0, Math.round((Date.parse(at) - begin) / step)));
}

/**
 * A mark on the slider for events within a step: discovery runs that ended, changed rows, or checks with another state.
 */
export interface Tick {
  readonly index: number;
  readonly label: string;
}

/** When a check changed its state, and words such as `“No Telnet”: failing`. */
export interface VerdictChange {
  readonly time: number;
  readonly words: string;
}

interface Marked {
  /** When discovery runs ended, in milliseconds since 1970; `changes` are the times at which rows changed. */
  readonly ends: readonly number[];
  readonly changes: readonly number[];
  readonly verdicts: readonly VerdictChange[];
}

export function buildTicks(scale: Scale, { ends, changes, verdicts }: Marked, now: number): Tick[] {
  const words = new Map<number, string[]>();
  const stepsOf = (times: readonly number[]): ReadonlyMap<number, readonly number[]> => {
    const steps = new Map<number, number[]>();
    times.forEach((time, position) => {
      if (time <= scale.begin || time >= now) return;
      const index = toIndex(scale, new Date(time).toISOString());
      steps.set(index, [...(steps.get(index) ?? []), position]);
    });
    return steps;
  };
  const add = (times: readonly number[], wordsOf: (count: number, first: number) => string) => {
    for (const [index, positions] of stepsOf(times))
      words.set(index, [...(words.get(index) ?? []), wordsOf(positions.length, positions[0]!)]);
  };
  add(ends, (count) => (count === 1 ? 'discovery' : `${count} discoveries`));
  add(changes, (count) => (count === 1 ? '1 change' : `${count} changes`));
  const verdictTimes = verdicts.map(({ time }) => time);
  add(verdictTimes, (count, first) => (count === 1 ? verdicts[first]!.words : `${count} checks say something else`));
  return [...words].sort(([a], [b]) => a - b).map(([index, parts]) => ({ index, label: parts.join(', ') }));
}

interface Kept {
  readonly network: { readonly createdAt: string; readonly historyKeptSince: string | null };
}
/**
 * The first instant that can be shown, in milliseconds: the creation of the network or the beginning of its history.
 */
export const beginOf = ({ network: { createdAt, historyKeptSince } }: Kept): number =>
  Math.max(Date.parse(createdAt), Date.parse(historyKeptSince ?? createdAt));

/** Moves an instant, in milliseconds, into the range that can be shown. */
export const withinReach = (at: number, begin: number, now: number): number => Math.min(Math.max(at, begin), now);

interface Snapshot {
  readonly name: string | null;
  readonly takenAt: string;
}

/** A snapshot in a list: its name and instant. */
export const snapshotLabel = ({ name, takenAt }: Snapshot): string =>
  [name, instantWords(takenAt)].filter(Boolean).join(', ');

/** A snapshot in a sentence: "the snapshot of November 3", or with its name. */
export const snapshotWords = ({ name, takenAt }: Snapshot): string =>
  `the snapshot ${name === null ? '' : `“${name}” `}of ${instantWords(takenAt)}`;
