// Words and order of verdicts: what a check says of a network, and since when.
import type { CheckSeverity, VerdictState } from '../../../generated/kit-operations';
import { instantWords } from '../instant-words';
import { texts } from './texts';

export interface Verdict {
  readonly state: VerdictState;
  readonly since: string;
  readonly sinceIsAtLeast: boolean;
  readonly findingCount: number;
  readonly acceptedCount: number;
}

/** Since when a verdict has its state, such as `at least since` and an instant. */
export const sinceWords = ({ since, sinceIsAtLeast }: Pick<Verdict, 'since' | 'sinceIsAtLeast'>): string =>
  (sinceIsAtLeast ? texts.sinceAtLeast : texts.since)(instantWords(since));

/** The state with its beginning, such as `failing at least since` and an instant. */
export const stateWords = (verdict: Pick<Verdict, 'state' | 'since' | 'sinceIsAtLeast'>): string =>
  texts.stateSince(texts.states[verdict.state], sinceWords(verdict));

/** The numbers of findings and of accepted ones; empty if there are no findings. */
export function countWords({ findingCount, acceptedCount }: Verdict): string {
  if (findingCount === 0) return '';
  const parts = [texts.findings(findingCount), ...(acceptedCount > 0 ? [texts.accepted(acceptedCount)] : [])];
  return parts.join(', ');
}

const stateOrder: readonly VerdictState[] = ['Failing', 'Unknown', 'Passing'];
const severityOrder: readonly CheckSeverity[] = ['Critical', 'Warning', 'Info'];

interface Listed extends Pick<Verdict, 'state' | 'since'> {
  readonly id: string;
  readonly check: { readonly name: string; readonly severity: CheckSeverity };
}

/** The verdicts with the gravest first: by state, severity, and beginning, the latest first. Ties are broken by name. */
export const gravestFirst = <Row extends Listed>(verdicts: readonly Row[]): Row[] =>
  verdicts.toSorted(
    (a, b) =>
      stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
      severityOrder.indexOf(a.check.severity) - severityOrder.indexOf(b.check.severity) ||
      Date.parse(b.since) - Date.parse(a.since) ||
      a.check.name.localeCompare(b.check.name, undefined, { numeric: true }) ||
      a.id.localeCompare(b.id),
  );
