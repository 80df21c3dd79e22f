// What a file says otherwise than the network: value by value, with the one that was there, taken over or not.
import { isEmpty } from '../../../inventory';

/** Why what the file says is not taken over. */
export type Kept =
  /** What the network has counts more. */
  | 'value_kept'
  /** The file has said it before, and otherwise. */
  | 'file_contradicts';

export interface Difference {
  /** Field of the host, subnet or VLAN, or of one of its parts; or the list that a part is new in. */
  readonly field: string;
  /** The part that it is of: its address, name or number. */
  readonly part: string | null;
  /** What is there before the import; null where nothing is. */
  readonly before: string | null;
  /** What the file says. */
  readonly after: string | null;
  /** It stays as it was. */
  readonly kept?: Kept | undefined;
}

/** What an entry does to something that is there already. */
export interface Judged {
  /** What changes. */
  readonly fields: readonly string[];
  readonly differences: readonly Difference[];
}

/** A row of a plan has at most so many; each text is at most so long. */
const most = 50;
const longest = 255;

const textOf = (value: unknown): string | null => {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const text = Array.isArray(value) ? value.join(', ') : String(value as string | number | bigint);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

/** Gathers them while an entry is merged. */
export class Differences {
  readonly list: Difference[] = [];

  add(field: string, part: string | null, before: unknown, after: unknown, kept?: Kept): void {
    if (this.list.length < most) this.list.push({ field, part, before: textOf(before), after: textOf(after), kept });
  }
}

/** Whether a text or number of the file is other than what is there; what the file does not say is not. */
export const isOther = (there: unknown, said: unknown): boolean =>
  !isEmpty(said) &&
  !(Array.isArray(said) && said.length === 0) &&
  String(there ?? '') !== String(said as string | number | bigint);

/** Why a value of the file is not taken: it has said another before (`isSaid`), or what is stored weighs more. */
export const keptBecause = (isSaid: boolean): Kept => (isSaid ? 'file_contradicts' : 'value_kept');
