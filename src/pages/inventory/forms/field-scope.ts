// Declares what a form field can read about other fields of its form, and about refused values.
import type { Refused } from './refusals';

export interface FieldScope {
  readonly networkId: string;
  /**
   * Returns the value of the field with this name in the same row of a part, or otherwise in the form; empty if there
   * is none.
   */
  readonly valueOf: (name: string) => string;
  /** Returns the rows of a part of the form, each with the text that names the row. */
  readonly rowsOf: (part: string) => readonly (readonly [id: string, title: string])[];
  /** IP addresses that the user has entered in the form. */
  readonly addresses: readonly string[];
  readonly refused: Refused | null;
  /** Reports why the text in a field is not a valid value yet; null if it is valid. */
  readonly leaveOpen: (path: string, words: string | null) => void;
  /** Removes the stored reasons of all fields below this path, because these fields were removed from the form. */
  readonly forget: (path: string) => void;
}
