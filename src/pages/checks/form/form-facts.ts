// The facts about the form of a check, which `npm run generate` makes from the published schema.
import { checkForm } from '../../../generated/check-form';
import type { CheckKind, CheckSeverity, SearchKind } from '../../../generated/checks-page-operations';

/** A field of the form: a parameter of a rule, or a member of the selection. */
export interface FormField {
  /** Path in the input, such as `service.port.number`. */
  readonly path: string;
  readonly type: 'Int' | 'Text' | 'Instant' | 'Choice' | 'Row';
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Path of the outermost object around the field that may be left out. */
  readonly optionalIn?: string;
  /** For rows: their kind, as the search names it. */
  readonly of?: SearchKind;
  /** For choices: the values. */
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Maximum number of values of a list. */
  readonly most?: number;
  readonly maxLength?: number;
  readonly hint: string;
}

export interface KindFacts {
  readonly kind: CheckKind;
  /** Member of the input of a rule. */
  readonly member: string;
  readonly description: string;
  readonly fields: readonly FormField[];
}

interface CheckForm {
  readonly kinds: readonly KindFacts[];
  readonly selection: readonly FormField[];
  readonly severities: readonly CheckSeverity[];
}

export const { kinds, selection, severities } = checkForm as CheckForm;

export const kindFacts = (kind: CheckKind): KindFacts => kinds.find((one) => one.kind === kind)!;
