// Differences between the values of a file and those of the network, each with whether the file's value is applied.
import { isEmpty } from '../../../inventory';

/** Why a value in the file is not applied. */
export type Kept =
  /** The stored value takes precedence. */
  | 'value_kept'
  /** An earlier entry of the file has another value. */
  | 'file_contradicts';

export interface Difference {
  /**
   * Field of the host, subnet or VLAN, or of one of its parts. For a new part, the name of the list that it is added
   * to.
   */
  readonly field: string;
  /** Address, name or number of the part with the field; null if the field is of the host, subnet or VLAN itself. */
  readonly part: string | null;
  /** The stored value; null if empty. */
  readonly before: string | null;
  /** The value in the file. */
  readonly after: string | null;
  /** Why the value in the file is not applied; undefined if it is applied. */
  readonly kept?: Kept | undefined;
}

/** How an entry affects an existing row. */
export interface Judged {
  /** Names of the changed fields. */
  readonly fields: readonly string[];
  readonly differences: readonly Difference[];
}

/** Maximum number of differences per row of a plan. `longest` is the maximum number of characters of each text. */
const most = 50;
const longest = 255;

const textOf = (value: unknown): string | null => {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const text = Array.isArray(value) ? value.join(', ') : String(value as string | number | bigint);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

/** Collects differences while an entry is merged. */
export class Differences {
  readonly list: Difference[] = [];

  add(field: string, part: string | null, before: unknown, after: unknown, keptReason?: Kept): void {
    if (this.list.length < most)
      this.list.push({ field, part, before: textOf(before), after: textOf(after), kept: keptReason });
  }
}

/** Whether the file has a value and it differs from the stored one. */
export const isOther = (storedValue: unknown, importedValue: unknown): boolean =>
  !isEmpty(importedValue) &&
  !(Array.isArray(importedValue) && importedValue.length === 0) &&
  String(storedValue ?? '') !== String(importedValue as string | number | bigint);

/**
 * Why a value is not applied: an earlier entry of the file has set another one (`isSaid`), or the stored one takes
 * precedence.
 */
export const keptBecause = (isSaid: boolean): Kept => (isSaid ? 'file_contradicts' : 'value_kept');
