// What the command says of one check.

/** A check of the network with its present verdict. */
export interface CheckResult {
  readonly name: string;
  readonly severity: string;
  readonly isMuted: boolean;
  /** `NotSupposed`: a check of its kind reads the network as it is, so nothing can be said of supposed changes. */
  readonly state: 'Passing' | 'Failing' | 'Unknown' | 'NotJudged' | 'NotSupposed';
  readonly since: string | null;
  readonly sentences: readonly string[];
}
