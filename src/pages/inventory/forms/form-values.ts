// The values of a form: as texts while they are entered, as the API takes them when they are sent, and compared with what
// somebody else has saved meanwhile.
import type { Refusal } from '../../kit/ask';
import { fieldLabel, type FormField, type StoredRow } from '../address/form-facts';

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

export interface Refused {
  /** Undefined: it concerns no field of the form. */
  readonly field: string | undefined;
  readonly words: string;
}

/** `input.ipAddress`, `ip_address` and `ipAddress` name the same field. */
const plainName = (name: string): string => name.split('.').at(-1)!.replaceAll('_', '').toLowerCase();

/** The field that a refusal names, or whose value it names. */
export function refusedField(
  fields: readonly FormField[],
  values: Values,
  { params, field: named }: Pick<Refusal, 'params' | 'field'>,
): FormField | undefined {
  const byName = named === undefined ? undefined : fields.find(({ name }) => plainName(name) === plainName(named));
  if (byName) return byName;
  const mentioned = new Set(Object.values(params).filter((value) => typeof value === 'string' && value !== ''));
  return fields.find(({ name }) => [values[name] ?? []].flat().some((value) => mentioned.has(value)));
}

/** The API's own words; the name of the field is its label. */
export function refusedBy(list: string, fields: readonly FormField[], values: Values, refusal: Refusal): Refused {
  const field = refusedField(fields, values, refusal);
  const { message, field: named } = refusal;
  const words = named !== undefined && field ? message.replace(named, fieldLabel(list, field.name)) : message;
  return { field: field?.name, words: words.charAt(0).toUpperCase() + words.slice(1) };
}
