// Differences between a file and the network, value by value, with whether each is applied.
import { isEmpty } from '../../../inventory';

/** Why a value of the file is not applied. */
export type Kept =
  /** The stored value takes precedence. */
  | 'value_kept'
  /** An earlier entry of the file has another value. */
  | 'file_contradicts';

export interface Difference {
  /** Field of the host, subnet or VLAN, or of one of its parts; or the list that a part is new in. */
  readonly field: string;
  /** Address, name or number of the part that has the field; null if it is a field of the row itself. */
  readonly part: string | null;
  /** The stored value; null if there is none. */
  readonly before: string | null;
  /** The file's value. */
  readonly after: string | null;
  /** Why the value is not applied; undefined if it is. */
  readonly kept?: Kept | undefined;
}

/** The effect of an entry on an existing row. */
export interface Judged {
  /** Names of the changed fields. */
  readonly fields: readonly string[];
  readonly differences: readonly Difference[];
}

/** Maximum number of differences in a row of a plan, and maximum characters in each text. */
const most = 50;
const longest = 255;

const textOf = (value: unknown): string | null => {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const text = Array.isArray(value) ? value.join(', ') : String(value as string | number | bigint);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

/** Collects the differences while an entry is merged. */
export class Differences {
  readonly list: Difference[] = [];

  add(field: string, part: string | null, before: unknown, after: unknown, keptReason?: Kept): void {
    if (this.list.length < most)
      this.list.push({ field, part, before: textOf(before), after: textOf(after), kept: keptReason });
  }
}

/** Whether the file has a value that differs from the stored one. */
export const isOther = (storedValue: unknown, importedValue: unknown): boolean =>
  !isEmpty(importedValue) &&
  !(Array.isArray(importedValue) && importedValue.length === 0) &&
  String(storedValue ?? '') !== String(importedValue as string | number | bigint);

/** Why a value is not applied: the file has another one before (`isSaid`), or the stored one takes precedence. */
export const keptBecause = (isSaid: boolean): Kept => (isSaid ? 'file_contradicts' : 'value_kept');
