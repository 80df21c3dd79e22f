// Joins answers about the past of a check: the later part of the time is judged first, and earlier parts come before it.
import type { ChecksPageTimelineQuery } from '../../../generated/checks-page-operations';

export type Timeline = NonNullable<ChecksPageTimelineQuery['checkTimeline']>;

/** Number of states that one request judges, so that people see the first verdicts after some seconds. */
export const statesPerRequest = 20;
/** Number of states that are judged together. */
export const mostStates = 200;

/** The timeline with the states before it. A part that says the same as the one before it is one with it. */
export function joinTimelines(earlier: Timeline, later: Timeline | undefined): Timeline {
  const [first, ...others] = later?.parts ?? [];
  if (!later || !first) return earlier;
  const last = earlier.parts.at(-1);
  const isSame = last?.state === first.state && last.findingCount === first.findingCount;
  const before = earlier.parts.slice(0, -1);
  const joined = isSame ? [{ ...first, from: last.from }] : [...(last ? [{ ...last, to: first.from }] : []), first];
  return {
    parts: [...before, ...joined, ...others],
    judgedStates: earlier.judgedStates + later.judgedStates,
    isTruncated: earlier.isTruncated,
  };
}

/**
 * The end of the period that is asked about next, a millisecond before the earliest judged state; undefined if the
 * answer had all states of the period, or enough are judged.
 */
export function nextEnd(answer: Timeline, joined: Timeline): string | undefined {
  const [earliest] = joined.parts;
  const isWhole = !answer.isTruncated || answer.judgedStates < statesPerRequest;
  if (isWhole || !earliest || joined.judgedStates >= mostStates) return undefined;
  return new Date(new Date(earliest.from).getTime() - 1).toISOString();
}
