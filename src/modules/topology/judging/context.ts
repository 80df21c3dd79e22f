// The input of the functions that judge checks.
import type { CheckKind, CheckParameters, CheckSelection } from './check-rules';
import type { FactsIndex } from './facts-index';
import type { Report } from './report';
import type { Selected } from './selection';

export interface Context {
  readonly index: FactsIndex;
  readonly selection: CheckSelection;
  readonly selected: Selected;
  readonly report: Report;
}
/** Judges the rules of one kind: adds findings and missing evidence to the report. */
export type Judge<Kind extends CheckKind> = (context: Context, rule: CheckParameters[Kind]) => void;
