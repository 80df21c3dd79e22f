// Decides where a form shows the API's refusal: at the field that the refusal names, at the field whose value the
// refusal names, or above all fields.
import type { Refusal } from '../../kit/ask';
import { refusalWords } from '../../kit/words/refusal-words';
import { fieldLabel, type FormField, type FormPart } from '../address/form-facts';
import { lowerFirst } from '../texts';
import { isShown, type Value, type Values } from './form-values';
import { partPath, type PartRow, type PartRows } from './part-rows';

export interface Refused {
  /**
   * The name of the refused field, or its path in a part of the form. Undefined if the refusal concerns no field of the
   * form.
   */
  readonly field: string | undefined;
  readonly words: string;
  /** Whether the session has ended, so that the user must sign in before the form can be saved. */
  readonly isSignedOut?: boolean;
}

/** The values that the user has entered in a form, with its fields and parts. */
export interface Entered {
  readonly list: string;
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly parts: readonly FormPart[];
  readonly rows: PartRows;
}

interface Place {
  readonly path: string;
  /** The name of the list whose labels the field uses. */
  readonly list: string;
  readonly name: string;
}

/** The name of a field for comparisons: `ipAddress` and `ip_address` are the same field. */
const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

/**
 * The field at a path, or the field that contains the path: `members` finds `members.type`, and `credentials.id` finds
 * `credentials`.
 */
function fieldAt(fields: readonly FormField[], names: readonly string[]): FormField | undefined {
  const at = plainName(names.join('.'));
  if (at === '') return undefined;
  const find = (is: (name: string) => boolean) => fields.find(({ name }) => is(plainName(name)));
  return (
    find((name) => name === at) ??
    find((name) => name.startsWith(`${at}.`)) ??
    find((name) => at.startsWith(`${name}.`))
  );
}

/** A text for comparisons: a MAC address is the same value in every notation. */
const plainText = (text: string): string => text.replace(/[\s.:-]/g, '').toLowerCase();
const mentions = (value: Value | undefined, texts: ReadonlySet<string>): boolean =>
  [value ?? []].flat().some((text) => texts.has(plainText(text)));

/** A row of a part, with the path of that part. */
interface PlacedRow {
  readonly at: string;
  readonly row: PartRow;
}
const placed = (at: string, rows: PartRows, name: string): PlacedRow[] =>
  (rows[name] ?? []).map((row) => ({ at, row }));
const placedInside = (outer: readonly PlacedRow[], name: string): PlacedRow[] =>
  outer.flatMap(({ at, row }) => placed(partPath(at, row.key, name), row.rows, name));

/**
 * Finds the field in a part of the form that a path names. If only one row of the part can be meant, the refusal is
 * shown in this row, otherwise above the part.
 */
function placeInPart(
  part: FormPart,
  rows: readonly PlacedRow[],
  names: readonly string[],
  texts: ReadonlySet<string>,
): Place {
  const inside = part.parts.find(({ name }) => name === names[0]);
  if (inside) return placeInPart(inside, placedInside(rows, inside.name), names.slice(1), texts);
  const field = fieldAt(part.fields, names.slice(-1));
  const at = rows[0]?.at ?? part.name;
  if (!field) return { path: at, list: part.name, name: part.name };
  const isMeant = ({ row: { values } }: PlacedRow) =>
    mentions(values[field.name], texts) || values[field.name]?.length === 0;
  const meant = rows.length === 1 ? rows[0] : rows.find(isMeant);
  return { path: meant ? partPath(meant.at, meant.row.key, field.name) : at, list: part.name, name: field.name };
}

/** Finds the field, in a row of a part of the form, whose value the refusal names. */
function placeByValue(
  parts: readonly FormPart[],
  rowsOf: (name: string) => readonly PlacedRow[],
  texts: ReadonlySet<string>,
): Place | undefined {
  for (const { name: list, fields, parts: inside } of parts) {
    const rows = rowsOf(list);
    for (const { at, row } of rows) {
      const { name } = fields.find((field) => mentions(row.values[field.name], texts)) ?? {};
      if (name !== undefined) return { path: partPath(at, row.key, name), list, name };
    }
    const below = placeByValue(inside, (name) => placedInside(rows, name), texts);
    if (below) return below;
  }
  return undefined;
}

/** The names in the path of a refused field, without positions in lists: `ports` and `number` of `input.ports.number`. */
const namesIn = (path: string): readonly string[] =>
  path.split('.').filter((name) => name !== 'input' && name !== '' && !/^\d+$/.test(name));

function placeOf(
  { list, fields: all, values, parts, rows }: Entered,
  { params, field: path }: Pick<Refusal, 'params' | 'field'>,
): Place | undefined {
  const names = namesIn(path ?? '');
  const texts = new Set(Object.values(params).flatMap((value) => (typeof value === 'string' ? plainText(value) : [])));
  texts.delete('');
  const fields = all.filter((field) => isShown(field, values));
  const part = parts.find(({ name }) => name === names[0]);
  if (part) return placeInPart(part, placed(part.name, rows, part.name), names.slice(1), texts);
  const field = fieldAt(fields, names);
  const inForm = field ?? fields.find(({ name }) => mentions(values[name], texts));
  if (inForm) return { path: inForm.name, list, name: inForm.name };
  return placeByValue(parts, (name) => placed(name, rows, name), texts);
}

/** The words of a refusal, with the labels of the form. The result also says which field is meant. */
export function explainRefusal(entered: Entered, refusal: Refusal): Refused {
  const place = placeOf(entered, refusal);
  const { ownMessage, code, params, field = '' } = refusal;
  const name = place?.name ?? namesIn(field).join('.');
  const label = name === '' ? undefined : lowerFirst(fieldLabel(place?.list ?? entered.list, name));
  return { field: place?.path, words: refusalWords(ownMessage, code, params, label) };
}
