// Computes the verdict that results when the findings which users have accepted no longer count. Pure functions.
import { sortedMembers } from '../../../platform/text/members';
import type { Finding, MissingEvidence, Verdict, VerdictState } from '../judging/verdict';

/** A finding as the database stores it. */
export interface ShownFinding extends Finding {
  /** Whether a user has accepted the finding, so that it does not make the check fail. */
  readonly isAccepted: boolean;
}

/** The verdict of a check on one network, as the database stores it. */
export interface StoredVerdict {
  readonly state: VerdictState;
  readonly judged: number;
  readonly findingCount: number;
  readonly acceptedCount: number;
  readonly findings: readonly ShownFinding[];
  readonly missing: readonly MissingEvidence[];
}

/**
 * Converts a computed verdict to its stored form. A check whose findings are all accepted passes, or is Unknown if
 * evidence is missing. Only findings that the verdict lists can be accepted.
 */
export function effectiveVerdict(
  { state, judged, findingCount, findings, missing }: Omit<Verdict, 'kind'>,
  acceptedKeys: ReadonlySet<string>,
): StoredVerdict {
  const findingsWithAcceptance = findings.map((finding) => ({ ...finding, isAccepted: acceptedKeys.has(finding.key) }));
  const acceptedCount = findingsWithAcceptance.filter(({ isAccepted }) => isAccepted).length;
  const isAccepted = state === 'Failing' && acceptedCount >= findingCount;
  const effectiveState = isAccepted ? (missing.length > 0 ? 'Unknown' : 'Passing') : state;
  return { state: effectiveState, judged, findingCount, acceptedCount, findings: findingsWithAcceptance, missing };
}

/** The computed verdict, which does not consider which findings are accepted. */
export const judgedVerdict = (stored: StoredVerdict): Omit<Verdict, 'kind'> => ({
  ...stored,
  state: stored.findingCount > 0 ? 'Failing' : stored.state,
});

/**
 * Whether the present state of a verdict is known to have begun when it replaced the state `before`. False if nothing
 * was judged before, or if evidence was missing then: the present state may have begun earlier.
 */
export const beganThen = (before: VerdictState | undefined, state: VerdictState): boolean =>
  before !== undefined && before !== state && before !== 'Unknown';

/**
 * Whether two verdicts are equal. The order of members in the JSON of findings does not matter, because PostgreSQL
 * changes it.
 */
export const isSameVerdict = (one: StoredVerdict, other: StoredVerdict): boolean => textOf(one) === textOf(other);

const textOf = ({ state, judged, findingCount, acceptedCount, findings, missing }: StoredVerdict): string =>
  JSON.stringify([state, judged, findingCount, acceptedCount, findings, missing], sortedMembers);
