// What a field of a form knows of the others, and of what was refused.
import type { Refused } from './refusals';

export interface FieldScope {
  readonly networkId: string;
  /** The value of a field of the same part, else of the form; empty: it has none. */
  readonly valueOf: (name: string) => string;
  /** Rows of a part of the form, and what names each. */
  readonly rowsOf: (part: string) => readonly (readonly [id: string, title: string])[];
  /** Addresses that are entered in the form. */
  readonly addresses: readonly string[];
  readonly refused: Refused | null;
  /** Why what is in a field is no value yet; null: it is one. */
  readonly leaveOpen: (path: string, words: string | null) => void;
  /** The fields below a path are gone. */
  readonly forget: (path: string) => void;
}
