// Formats verdicts (the result of a check in a network) as text, and sorts verdicts by gravity.
import type { CheckSeverity, VerdictState } from '../../../generated/kit-operations';
import { instantWords } from '../instants/instant-words';
import { texts } from './texts';

export interface Verdict {
  readonly state: VerdictState;
  readonly since: string;
  readonly sinceIsAtLeast: boolean;
  readonly findingCount: number;
  readonly acceptedCount: number;
}

/** Text that says since when a verdict has had its state, such as `at least since Dec 1, 2026`. */
export const sinceWords = ({ since, sinceIsAtLeast }: Pick<Verdict, 'since' | 'sinceIsAtLeast'>): string =>
  (sinceIsAtLeast ? texts.sinceAtLeast : texts.since)(instantWords(since));

/** Text with a verdict's state and since when it has lasted, such as `failing at least since Dec 1, 2026`. */
export const stateWords = (verdict: Pick<Verdict, 'state' | 'since' | 'sinceIsAtLeast'>): string =>
  texts.stateSince(texts.states[verdict.state], sinceWords(verdict));

/** Text with the number of findings and the number of accepted findings; empty if there are no findings. */
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

/** Sorts failing verdicts first; among equal states, the gravest and then the latest first. */
export const gravestFirst = <Row extends Listed>(verdicts: readonly Row[]): Row[] =>
  verdicts.toSorted(
    (a, b) =>
      stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
      severityOrder.indexOf(a.check.severity) - severityOrder.indexOf(b.check.severity) ||
      Date.parse(b.since) - Date.parse(a.since) ||
      a.check.name.localeCompare(b.check.name, undefined, { numeric: true }) ||
      a.id.localeCompare(b.id),
  );
