// What a judgement of a check says: its state, what was found and what evidence is missing.
import type { CheckKind } from './check-rules';

export const verdictStates = ['Passing', 'Failing', 'Unknown'] as const;
export type VerdictState = (typeof verdictStates)[number];

/** What a finding is about. The network itself is the subject if no single row of these kinds is. */
export const findingSubjects = ['Host', 'Interface', 'Subnet', 'IpAddress', 'Vlan', 'Service', 'Network'] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/** One thing that contradicts the check. */
export interface Finding {
  /** A code of the closed list `findingCodes`. */
  readonly code: string;
  readonly subject: FindingSubject;
  /** Ids of rows, at most 50: the row that the finding is about first, then the other rows involved, ordered. */
  readonly elementIds: readonly string[];
  /** Values for the sentence of the code; names as they were when it was judged. */
  readonly params: Readonly<Record<string, string | number | null>>;
  /**
   * Identifies the finding over time: code and the facts that make it this finding and no other, without names. A
   * finding that was accepted stays accepted as long as its key is the same.
   */
  readonly key: string;
}

/** Evidence that a verdict would need. The verdict Unknown has at least one. */
export interface MissingEvidence {
  /** A code of the closed list `missingEvidenceCodes`, for instance `no_cables`, `root_not_named`, `row_gone`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | null>>;
  /** Ids of rows for which it is missing, at most 50. */
  readonly elementIds: readonly string[];
}

export interface Verdict {
  readonly kind: CheckKind;
  readonly state: VerdictState;
  /** Number of rows that were judged. */
  readonly judged: number;
  /** Number of all findings; `findings` has the first `mostFindings` in order of their keys. */
  readonly findingCount: number;
  readonly findings: readonly Finding[];
  readonly missing: readonly MissingEvidence[];
}

/** The verdict if something is missing without which nothing can be judged. */
export const unknownVerdict = (kind: CheckKind, code: string, params: MissingEvidence['params'] = {}): Verdict => ({
  ...{ kind, state: 'Unknown', judged: 0, findingCount: 0, findings: [] },
  missing: [{ code, params, elementIds: [] }],
});

/** Findings that a verdict lists. */
export const mostFindings = 200;
/** Ids that a finding or missing evidence lists. */
export const mostElementIds = 50;
