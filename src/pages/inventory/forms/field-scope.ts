// What a form field can read about the other fields of its form, and about refused values.
import type { Refused } from './refusals';

export interface FieldScope {
  readonly networkId: string;
  /** The value of the field with this name in the same part, or otherwise in the form; empty if it has none. */
  readonly valueOf: (name: string) => string;
  /** The rows of a part of the form, each with the text that names it. */
  readonly rowsOf: (part: string) => readonly (readonly [id: string, title: string])[];
  /** Addresses that are entered in the form. */
  readonly addresses: readonly string[];
  readonly refused: Refused | null;
  /** Reports why the text in a field is not a valid value yet; null if it is valid. */
  readonly leaveOpen: (path: string, words: string | null) => void;
  /** Removes what is stored about fields below this path, because they were removed from the form. */
  readonly forget: (path: string) => void;
}
