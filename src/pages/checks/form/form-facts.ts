// The properties of the fields of the check form, which `npm run generate` makes from the GraphQL schema.
import { checkForm } from '../../../generated/check-form';
import type { CheckKind, CheckSeverity, SearchKind } from '../../../generated/checks-page-operations';

/** A field of the form: a parameter of the check's rule, or a property by which the hosts to judge are selected. */
export interface FormField {
  /** Path of the field's value in the input object, such as `service.port.number`. */
  readonly path: string;
  readonly type: 'Int' | 'Text' | 'Instant' | 'Choice' | 'Row';
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Set if the value is inside optional input objects: the path of the outermost of these objects. */
  readonly optionalIn?: string;
  /** For fields of type `Row`: the kind of row to choose, as the GraphQL enum of the search spells it. */
  readonly of?: SearchKind;
  /** For fields of type `Choice`: the values to choose from. */
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Maximum number of values, if the field takes a list. */
  readonly most?: number;
  readonly maxLength?: number;
  readonly hint: string;
}

export interface KindFacts {
  readonly kind: CheckKind;
  /** Name of the field of the GraphQL input `CheckRuleInput` that contains the parameters of this kind of check. */
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
