// The result of judging a check: its state, its findings and the missing evidence.
import type { CheckKind } from './check-rules';

export const verdictStates = ['Passing', 'Failing', 'Unknown'] as const;
export type VerdictState = (typeof verdictStates)[number];

/** The kind of row that a finding is about; `Network` if the finding is not about a single row. */
export const findingSubjects = ['Host', 'Interface', 'Subnet', 'IpAddress', 'Vlan', 'Service', 'Network'] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/** A fact that contradicts the rule of the check. */
export interface Finding {
  /** One of the codes in `findingCodes`. */
  readonly code: string;
  readonly subject: FindingSubject;
  /** Ids of at most 50 rows. The row that the finding is about comes first, then the other rows involved. */
  readonly elementIds: readonly string[];
  /** Values for the sentence of the code. Names are those at the time of judging. */
  readonly params: Readonly<Record<string, string | number | null>>;
  /**
   * Identifies the finding in later verdicts: its code and ids or values, but no names. An accepted finding stays
   * accepted as long as its key stays the same.
   */
  readonly key: string;
}

/** Evidence that is needed for a verdict but missing. A verdict with the state Unknown has at least one. */
export interface MissingEvidence {
  /** One of the codes in `missingEvidenceCodes`, such as `no_cables`, `root_not_named` or `row_gone`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | null>>;
  /** Ids of at most 50 rows for which the evidence is missing. */
  readonly elementIds: readonly string[];
}

export interface Verdict {
  readonly kind: CheckKind;
  readonly state: VerdictState;
  /** Number of rows that were judged. */
  readonly judged: number;
  /** Number of all findings. `findings` lists only the first `mostFindings`, sorted by key. */
  readonly findingCount: number;
  readonly findings: readonly Finding[];
  readonly missing: readonly MissingEvidence[];
}

/** The verdict Unknown for a check that could not be judged at all; `code` is the evidence that is missing. */
export const unknownVerdict = (kind: CheckKind, code: string, params: MissingEvidence['params'] = {}): Verdict => ({
  ...{ kind, state: 'Unknown', judged: 0, findingCount: 0, findings: [] },
  missing: [{ code, params, elementIds: [] }],
});

/** Maximum number of findings that a verdict lists. */
export const mostFindings = 200;
/** Maximum number of ids in a finding or in missing evidence. */
export const mostElementIds = 50;
