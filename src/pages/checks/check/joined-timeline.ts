// Joins responses about the past verdicts of a check. The newest period is requested first, then the period before it,
// and so on.
import type { ChecksPageTimelineQuery } from '../../../generated/checks-page-operations';

export type Timeline = NonNullable<ChecksPageTimelineQuery['checkTimeline']>;

/**
 * Number of stored network states that one request judges. It is small, so that the first verdicts appear after some
 * seconds.
 */
export const statesPerRequest = 20;
/** Maximum number of stored network states that are judged for one timeline, over all its requests. */
export const mostStates = 200;

/**
 * Joins two timelines. If the last period of `earlier` and the first period of `later` have the same verdict and number
 * of findings, they become one period.
 */
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
 * The end of the next period to request. Undefined if all states have been judged, or as many as allowed
 * (`mostStates`).
 */
export function nextEnd(answer: Timeline, joined: Timeline): string | undefined {
  const [earliest] = joined.parts;
  const isWhole = !answer.isTruncated || answer.judgedStates < statesPerRequest;
  if (isWhole || !earliest || joined.judgedStates >= mostStates) return undefined;
  return new Date(new Date(earliest.from).getTime() - 1).toISOString();
}
