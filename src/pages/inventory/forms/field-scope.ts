// What a form field can read about the other fields of its form, and about values that the API refused.
import type { Refused } from './refusals';

export interface FieldScope {
  readonly networkId: string;
  /**
   * Returns the value of the field with this name: in the row of the part that contains the current field, or else in
   * the form. Empty if no such field exists.
   */
  readonly valueOf: (name: string) => string;
  /**
   * Returns the rows of a part of the form: the id of each row, and the text that names the row in a list of choices.
   */
  readonly rowsOf: (part: string) => readonly (readonly [id: string, title: string])[];
  /** IP addresses that the user has entered in the form. */
  readonly addresses: readonly string[];
  readonly refused: Refused | null;
  /** Reports why the text in the field at `path` is not valid yet. `words` is null if the text is valid. */
  readonly leaveOpen: (path: string, words: string | null) => void;
  /**
   * Removes what `leaveOpen` has reported for fields below this path, because the row with these fields was removed
   * from the form.
   */
  readonly forget: (path: string) => void;
}
