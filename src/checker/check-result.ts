// What the command says of one check.

/** A check of the network with its present verdict. */
export interface CheckResult {
  readonly name: string;
  readonly severity: string;
  readonly isMuted: boolean;
  readonly state: 'Passing' | 'Failing' | 'Unknown' | 'NotJudged';
  readonly since: string | null;
  readonly sentences: readonly string[];
}
