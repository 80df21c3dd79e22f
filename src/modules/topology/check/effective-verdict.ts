// Computes the verdict of a check without the findings that users have accepted. Pure functions.
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
 * Converts a judged verdict to its stored form. If all of its findings are accepted, the check passes, or is Unknown if
 * evidence is missing.
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

/** The verdict as it was judged, before findings were accepted. */
export const judgedVerdict = (stored: StoredVerdict): Omit<Verdict, 'kind'> => ({
  ...stored,
  state: stored.findingCount > 0 ? 'Failing' : stored.state,
});

/**
 * When the state of a verdict changes: whether it is certain that the new state began now. If there was no verdict
 * before, or only an Unknown one, the new state may have begun earlier.
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
