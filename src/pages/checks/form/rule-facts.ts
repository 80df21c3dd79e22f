// Converts the stored parameters of a check, and its stored selection of hosts, to labels and words for display.
import { instantWords } from '../../kit/instants/instant-words';
import { texts } from '../texts';
import type { FormField } from './form-facts';
import type { Values } from './rule-values';
import type { Names } from './use-names';
import { labelOf, valueWords } from './words';

/** Lists the filled-in parameters of a check as pairs of label and text. `names` supplies the text for a row's id. */
export const factsOf = (fields: readonly FormField[], values: Values, names: Names): [label: string, words: string][] =>
  fields.flatMap((field): [string, string][] => {
    const words = values(field.path).map((value) => wordsOf(field, value, names));
    return words.length === 0 ? [] : [[labelOf(field), words.join(', ')]];
  });

function wordsOf({ type }: FormField, value: string, names: Names): string {
  if (type === 'Row') return names.get(value) ?? texts.rows.noName;
  if (type === 'Instant') return instantWords(value);
  return type === 'Choice' ? valueWords(value) : value;
}
