// The values of a form: as texts while they are entered, as the API takes them when they are sent, and compared with what
// somebody else has saved meanwhile.
import type { Refusal } from '../../kit/ask';
import { fieldLabel, type FormField, type FormPart, type StoredRow } from '../address/form-facts';

/** A text, or several; an empty text is no value. */
export type Value = string | readonly string[];
export type Values = Readonly<Record<string, Value>>;

export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A Boolean that is never null is a check box, whose empty state is a value. */
export const isCheck = ({ type, isNullable }: FormField): boolean => type === 'Boolean' && !isNullable;

const emptyValue = (field: FormField): Value => (field.isList ? [] : isCheck(field) ? 'false' : '');

function valueIn(field: FormField, stored: unknown): Value {
  if (Array.isArray(stored)) return stored.map(String);
  return stored === null || stored === undefined ? emptyValue(field) : String(stored as string | number | boolean);
}

/** The values of a stored row. */
export const storedValues = (fields: readonly FormField[], row: StoredRow): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueIn(field, row[field.name])]));

/** The values of a new row: those given, and none. */
export const newValues = (fields: readonly FormField[], given: Values): Values =>
  Object.fromEntries(
    fields.map((field) => {
      const value = given[field.name];
      if (value === undefined) return [field.name, emptyValue(field)];
      return [field.name, field.isList && !Array.isArray(value) ? [value] : value];
    }),
  );

/** What is no number is sent as it is: the API says what is wrong with it. */
function sentText(type: string, text: string): unknown {
  switch (type) {
    case 'Boolean':
      return text === 'true';
    case 'Int':
      return /^\s*-?\d+\s*$/.test(text) ? Number(text) : text;
    case 'BigInt':
      return text.trim();
    default:
      return text;
  }
}

/** A value as the API takes it; an empty one is null where rows may have none. */
export function sentValue(field: FormField, value: Value): unknown {
  if (typeof value !== 'string') return value.map((one) => one.trim()).filter((one) => one !== '');
  if (value === '') return field.isNullable || field.type !== 'String' ? null : '';
  return sentText(field.type, value);
}

const isEmpty = (value: Value): boolean => value.length === 0;

/** The input of a new row; what is empty is left out, but for a required text, which may be empty. */
export function createInput(fields: readonly FormField[], values: Values): Record<string, unknown> {
  const isSent = (field: FormField) =>
    !isEmpty(values[field.name]!) || (field.isRequired && field.type === 'String' && !field.isList);
  return Object.fromEntries(
    fields
      .filter((field) => field.isCreated && isSent(field))
      .map((field) => [field.name, isEmpty(values[field.name]!) ? '' : sentValue(field, values[field.name]!)]),
  );
}

/** The fields that differ from the stored row. */
export const changedFields = (fields: readonly FormField[], stored: Values, values: Values): readonly FormField[] =>
  fields.filter(({ name, isUpdated }) => isUpdated && !isSame(stored[name], values[name]));

export const updateInput = (changed: readonly FormField[], values: Values): Record<string, unknown> =>
  Object.fromEntries(changed.map((field) => [field.name, sentValue(field, values[field.name]!)]));

export interface Meeting {
  /** The form's values, with those that only somebody else changed. */
  readonly merged: Values;
  /** Fields that only somebody else changed. */
  readonly taken: readonly FormField[];
  /** Fields that both changed, to different values. */
  readonly disputed: readonly FormField[];
}

/** What is entered meets what somebody else saved since `base` was read. */
export function meet(fields: readonly FormField[], base: Values, theirs: Values, yours: Values): Meeting {
  const changedByThem = fields.filter(({ name, isUpdated }) => isUpdated && !isSame(base[name], theirs[name]));
  const isYours = ({ name }: FormField) => !isSame(base[name], yours[name]);
  const taken = changedByThem.filter((field) => !isYours(field));
  const disputed = changedByThem.filter((field) => isYours(field) && !isSame(theirs[field.name], yours[field.name]));
  const merged = { ...yours, ...Object.fromEntries(taken.map(({ name }) => [name, theirs[name]!])) };
  return { merged, taken, disputed };
}

/** A part of a new row as it is entered. */
export interface PartRow {
  /** Tells rows apart while others come and go. */
  readonly key: number;
  readonly values: Values;
}
export type PartRows = Readonly<Record<string, readonly PartRow[]>>;

/** The parts of a new row; lists without a row are left out. */
export const partsInput = (parts: readonly FormPart[], rows: PartRows): Record<string, unknown> =>
  Object.fromEntries(
    parts
      .filter(({ name }) => (rows[name]?.length ?? 0) > 0)
      .map(({ name, fields }) => [name, rows[name]!.map(({ values }) => createInput(fields, values))]),
  );

/** Where a field of a part stands: `ports.3.number`. */
export const partPath = (part: string, key: number, field: string): string => `${part}.${key}.${field}`;

export interface Refused {
  /** The field, or its path in a part; undefined: it concerns no field of the form. */
  readonly field: string | undefined;
  readonly words: string;
}

/** What is entered in a form. */
export interface Entered {
  readonly list: string;
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly parts: readonly FormPart[];
  readonly rows: PartRows;
}

interface Place {
  readonly path: string;
  /** The list whose label the field has. */
  readonly list: string;
  readonly name: string;
}

/** `ipAddress` and `ip_address` name the same field. */
const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();
const named = (fields: readonly FormField[], name: string): FormField | undefined =>
  fields.find((field) => plainName(field.name) === plainName(name));
const mentions = (value: Value | undefined, texts: ReadonlySet<unknown>): boolean =>
  [value ?? []].flat().some((text) => texts.has(text));

/** The field that a refusal names, or whose value it names. */
function placeOf(
  { list, fields, values, parts, rows }: Entered,
  { params, field: path }: Pick<Refusal, 'params' | 'field'>,
): Place | undefined {
  // Places in lists are not in paths: `input.ports.number`.
  const names = (path ?? '').split('.').filter((name) => name !== 'input' && name !== '' && !/^\d+$/.test(name));
  const texts = new Set(Object.values(params).filter((value) => typeof value === 'string' && value !== ''));
  const part = parts.find(({ name }) => name === names[0]);
  const field = !part && names.length === 1 ? named(fields, names[0]!) : undefined;
  if (field) return { path: field.name, list, name: field.name };
  const ofPart = part && named(part.fields, names.at(-1)!);
  if (ofPart) {
    const those = rows[part.name] ?? [];
    const isMeant = ({ values: one }: PartRow) => mentions(one[ofPart.name], texts) || one[ofPart.name]?.length === 0;
    const row = those.length === 1 ? those[0] : those.find(isMeant);
    return { path: row ? partPath(part.name, row.key, ofPart.name) : part.name, list: part.name, name: ofPart.name };
  }
  if (part) return { path: part.name, list, name: part.name };
  const byValue = fields.find(({ name }) => mentions(values[name], texts));
  if (byValue) return { path: byValue.name, list, name: byValue.name };
  for (const { name: partName, fields: partFields } of parts)
    for (const { key, values: one } of rows[partName] ?? []) {
      const { name } = partFields.find((candidate) => mentions(one[candidate.name], texts)) ?? {};
      if (name !== undefined) return { path: partPath(partName, key, name), list: partName, name };
    }
  return undefined;
}

/** The API's own words; the name of the field is its label. */
export function refusedBy(entered: Entered, refusal: Refusal): Refused {
  const place = placeOf(entered, refusal);
  const { message, field } = refusal;
  const words = field !== undefined && place ? message.replace(field, fieldLabel(place.list, place.name)) : message;
  return { field: place?.path, words: words.charAt(0).toUpperCase() + words.slice(1) };
}
