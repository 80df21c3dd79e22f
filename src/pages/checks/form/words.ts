// Converts kinds of checks, field paths and enum values to words for users.
import { fieldWords, lowerFirst, upperFirst } from '../../kit/words/field-words';
import type { CheckKind } from '../../../generated/checks-page-operations';
import { texts } from '../texts';
import type { FormField } from './form-facts';

/**
 * The display name of a kind of check: `SubnetNotFull` becomes `Subnet not full`. `fieldWords` writes the word "as" as
 * `AS`, the abbreviation of autonomous system; in names of kinds, it is the ordinary word.
 */
export const kindWords = (kind: CheckKind): string => upperFirst(fieldWords(lowerFirst(kind)).replace(/\bAS\b/, 'as'));

export const labelOf = ({ path }: Pick<FormField, 'path'>): string =>
  texts.fields[path] ?? upperFirst(fieldWords(path.split('.').at(-1)!.replace(/Ids?$/, '')));

export const valueWords = (value: string): string => texts.values[value] ?? fieldWords(lowerFirst(value));
