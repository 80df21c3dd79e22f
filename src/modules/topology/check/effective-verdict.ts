// What a verdict says once the findings are set aside that people have accepted. Pure functions.
import { sortedMembers } from '../../../platform/text/members';
import type { Finding, MissingEvidence, Verdict, VerdictState } from '../judging/verdict';

/** A finding as it is stored. */
export interface ShownFinding extends Finding {
  /** Whether people have accepted it as it is. */
  readonly isAccepted: boolean;
}

/** A verdict as it is stored for a check and a network. */
export interface StoredVerdict {
  readonly state: VerdictState;
  readonly judged: number;
  readonly findingCount: number;
  readonly acceptedCount: number;
  readonly findings: readonly ShownFinding[];
  readonly missing: readonly MissingEvidence[];
}

/**
 * The stored form of a verdict. A check whose findings are all accepted passes, unless evidence is missing. Findings
 * beyond those that the verdict lists cannot be accepted.
 */
export function effectiveVerdict(
  { state, judged, findingCount, findings, missing }: Omit<Verdict, 'kind'>,
  acceptedKeys: ReadonlySet<string>,
): StoredVerdict {
  const shown = findings.map((finding) => ({ ...finding, isAccepted: acceptedKeys.has(finding.key) }));
  const acceptedCount = shown.filter(({ isAccepted }) => isAccepted).length;
  const isAccepted = state === 'Failing' && acceptedCount >= findingCount;
  const effectiveState = isAccepted ? (missing.length > 0 ? 'Unknown' : 'Passing') : state;
  return { state: effectiveState, judged, findingCount, acceptedCount, findings: shown, missing };
}

/** The verdict as it was judged, before findings were accepted. */
export const judgedVerdict = (stored: StoredVerdict): Omit<Verdict, 'kind'> => ({
  ...stored,
  state: stored.findingCount > 0 ? 'Failing' : stored.state,
});

/**
 * Whether a verdict began to say its state when it followed another one. It may have been so for longer if nothing was
 * judged before, or if evidence was missing then: history keeps neither counters of ports nor when hosts were last seen.
 */
export const beganThen = (before: VerdictState | undefined, state: VerdictState): boolean =>
  before !== undefined && before !== state && before !== 'Unknown';

/** Whether two verdicts say the same. Members of findings may come in another order from the database. */
export const isSameVerdict = (one: StoredVerdict, other: StoredVerdict): boolean => textOf(one) === textOf(other);

const textOf = ({ state, judged, findingCount, acceptedCount, findings, missing }: StoredVerdict): string =>
  JSON.stringify([state, judged, findingCount, acceptedCount, findings, missing], sortedMembers);
