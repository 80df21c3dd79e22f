// Decides where a form shows an error of the API: next to the field that the error names, next to the field whose value
// the error contains, or above all fields.
import type { Refusal } from '../../kit/ask';
import { refusalWords } from '../../kit/words/refusal-words';
import { fieldLabel, type FormField, type FormPart } from '../address/form-facts';
import { lowerFirst } from '../texts';
import { isShown, type Value, type Values } from './form-values';
import { partPath, type PartRow, type PartRows } from './part-rows';

export interface Refused {
  /** The path of the field next to which the error is shown. Undefined if the error concerns no field of the form. */
  readonly field: string | undefined;
  readonly words: string;
  /** Whether the session has ended. The user must then sign in before the form can be saved. */
  readonly isSignedOut?: boolean;
}

/** Everything that the user has entered in a form, with the descriptions of its fields and parts. */
export interface Entered {
  readonly list: string;
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly parts: readonly FormPart[];
  readonly rows: PartRows;
}

interface Place {
  readonly path: string;
  readonly list: string;
  readonly name: string;
}

/** A normalized field name, so that `ipAddress` and `ip_address` are equal. */
const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

/**
 * An error may name a field, the object that contains it (`members` for `members.type`), or a part of its value
 * (`credentials.id` for `credentials`). The best match is returned.
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

/** A normalized text, so that all notations of a MAC address are equal. */
const plainText = (text: string): string => text.replace(/[\s.:-]/g, '').toLowerCase();
const mentions = (value: Value | undefined, texts: ReadonlySet<string>): boolean =>
  [value ?? []].flat().some((text) => texts.has(plainText(text)));

interface PlacedRow {
  readonly at: string;
  readonly row: PartRow;
}
const placed = (at: string, rows: PartRows, name: string): PlacedRow[] =>
  (rows[name] ?? []).map((row) => ({ at, row }));
const placedInside = (outer: readonly PlacedRow[], name: string): PlacedRow[] =>
  outer.flatMap(({ at, row }) => placed(partPath(at, row.key, name), row.rows, name));

/** Shows the error at a row of the form only if the row can be identified; otherwise at the whole section. */
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
  const meantRow = rows.length === 1 ? rows[0] : rows.find(isMeant);
  return {
    path: meantRow ? partPath(meantRow.at, meantRow.row.key, field.name) : at,
    list: part.name,
    name: field.name,
  };
}

/** For an error that names no field: finds the field whose value the error quotes. */
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

/** The names in the path of an error, without list indexes: `ports` and `number` for `input.ports.0.number`. */
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

/**
 * The text of an error, with labels of the form instead of field names, and the field next to which the text is shown.
 */
export function explainRefusal(entered: Entered, refusal: Refusal): Refused {
  const place = placeOf(entered, refusal);
  const { ownMessage, code, params, field = '' } = refusal;
  const name = place?.name ?? namesIn(field).join('.');
  const label = name === '' ? undefined : lowerFirst(fieldLabel(place?.list ?? entered.list, name));
  return { field: place?.path, words: refusalWords(ownMessage, code, params, label) };
}
