// What a form field can read about the other fields of its form, and about values that the API refused.
import type { Refused } from './refusals';

export interface FieldScope {
  readonly networkId: string;
  /** Reads another field of the same group, such as the same port of a new host, or else a field of the main form. */
  readonly valueOf: (name: string) => string;
  /**
   * Lists the rows that the user has added in one section of the form, such as the ports of a new host, for selection.
   */
  readonly rowsOf: (part: string) => readonly (readonly [id: string, title: string])[];
  /** IP addresses that the user has entered in the form. */
  readonly addresses: readonly string[];
  readonly refused: Refused | null;
  /** Marks the text of a field as not valid yet, which blocks saving. `words` is the reason; null removes the mark. */
  readonly leaveOpen: (path: string, words: string | null) => void;
  /** Removes the marks that `leaveOpen` has set on the fields of a group that the user has removed from the form. */
  readonly forget: (path: string) => void;
}
