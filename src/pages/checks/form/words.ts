// Words for kinds of checks, their parameters and values.
import { fieldWords, lowerFirst, upperFirst } from '../../kit/words/field-words';
import type { CheckKind } from '../../../generated/checks-page-operations';
import { texts } from '../texts';
import type { FormField } from './form-facts';

/**
 * The name of a kind: `SubnetNotFull` becomes `Subnet not full`. Names of fields have `as` for autonomous systems, but
 * names of kinds do not.
 */
export const kindWords = (kind: CheckKind): string => upperFirst(fieldWords(lowerFirst(kind)).replace(/\bAS\b/, 'as'));

export const labelOf = ({ path }: Pick<FormField, 'path'>): string =>
  texts.fields[path] ?? upperFirst(fieldWords(path.split('.').at(-1)!.replace(/Ids?$/, '')));

export const valueWords = (value: string): string => texts.values[value] ?? fieldWords(lowerFirst(value));
