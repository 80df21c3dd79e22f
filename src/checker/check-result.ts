// The result of one check of a network, as `npm run check` prints it.

/** A check with its verdict: the stored verdict, or the verdict after supposed changes. */
export interface CheckResult {
  readonly name: string;
  readonly severity: string;
  readonly isMuted: boolean;
  /** `NotSupposed`: a check with a query reads only stored rows, so it has no verdict after supposed changes. */
  readonly state: 'Passing' | 'Failing' | 'Unknown' | 'NotJudged' | 'NotSupposed';
  readonly since: string | null;
  readonly sentences: readonly string[];
}
