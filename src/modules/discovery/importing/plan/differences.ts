// Differences between the values in an import file and the stored values. Each difference says whether the import
// stores the file's value.
import { isEmpty } from '../../../inventory';

/** Why the import does not store a value of the file. */
export type ReasonNotStored =
  /** The stored value takes precedence. */
  | 'value_kept'
  /** An earlier entry of the file has another value for the same field. */
  | 'file_contradicts';

export interface Difference {
  /**
   * Name of the field with the difference. For a new part, such as an interface: name of the list to which the part is
   * added.
   */
  readonly field: string;
  /**
   * IP address, name or number of the part that has the field; null if the host, subnet or VLAN itself has the field.
   */
  readonly part: string | null;
  /** The stored value; null if empty. */
  readonly before: string | null;
  /** The value in the file. */
  readonly after: string | null;
  /** Why the import does not store the value of the file; undefined if it stores the value. */
  readonly kept?: ReasonNotStored | undefined;
}

/** The changes that an entry of the imported file makes to an existing row. */
export interface Judged {
  /** Names of the changed fields. */
  readonly fields: readonly string[];
  readonly differences: readonly Difference[];
}

/** Maximum number of differences in a row of a plan, and maximum length of their values in characters. */
const most = 50;
const longest = 255;
/** Number of characters before the first difference that are shown if both values begin alike. */
const sharedLength = 40;

const textOf = (value: unknown): string | null => {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  return Array.isArray(value) ? value.join(', ') : String(value as string | number | bigint);
};

/** Returns the text from a position on, cut to the maximum length. Surrogate pairs are not split. */
const excerptOf = (text: string | null, from = 0): string | null => {
  if (text === null) return null;
  const rest = from > 0 ? `…${text.slice(from).replace(/^[\udc00-\udfff]/, '')}` : text;
  return rest.length > longest ? `${rest.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : rest;
};

/**
 * Returns two values as texts of at most 255 characters. Long texts that begin alike are shown from shortly before the
 * first difference on, because their beginnings would not show what differs.
 */
function excerptsOf(before: string | null, after: string | null): [string | null, string | null] {
  const beginnings: [string | null, string | null] = [excerptOf(before), excerptOf(after)];
  if (before === null || after === null || before === after || beginnings[0] !== beginnings[1]) return beginnings;
  let at = longest - 2;
  while (before[at] === after[at]) at += 1;
  return [excerptOf(before, at - sharedLength), excerptOf(after, at - sharedLength)];
}

/** Collects differences while an entry is merged. */
export class Differences {
  readonly list: Difference[] = [];

  add(field: string, part: string | null, before: unknown, after: unknown, keptReason?: ReasonNotStored): void {
    if (this.list.length >= most) return;
    const [beforeText, afterText] = excerptsOf(textOf(before), textOf(after));
    this.list.push({ field, part, before: beforeText, after: afterText, kept: keptReason });
  }
}

/** Whether the file has a value that differs from the stored value. */
export const isOther = (storedValue: unknown, importedValue: unknown): boolean =>
  !isEmpty(importedValue) &&
  !(Array.isArray(importedValue) && importedValue.length === 0) &&
  String(storedValue ?? '') !== String(importedValue as string | number | bigint);

/**
 * Returns why the import does not store a value of the file. If `isSaid`, an earlier entry of the file has set another
 * value; otherwise, the stored value takes precedence.
 */
export const keptBecause = (isSaid: boolean): ReasonNotStored => (isSaid ? 'file_contradicts' : 'value_kept');
