// Converts the values of a form between the texts that the user enters and the API's input, and compares these values
// with values that another user has saved since the form was opened.
import { isFixed, type FormField, type StoredRow } from '../address/form-facts';

/** The value of a field: one text, or several texts for a list. An empty text means no value. */
export type Value = string | readonly string[];
export type Values = Readonly<Record<string, Value>>;

export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether the field is a check box: a Boolean that is never null. An unchecked box means false, not a missing value.
 */
export const isCheck = ({ type, isNullable }: FormField): boolean => type === 'Boolean' && !isNullable;

const emptyValue = (field: FormField): Value => (field.isList ? [] : isCheck(field) ? 'false' : '');

function valueIn(field: FormField, stored: unknown): Value {
  if (Array.isArray(stored)) return stored.map(String);
  if (stored === null || stored === undefined) return emptyValue(field);
  if (typeof stored === 'object') return isEmptyObject(stored) ? '' : JSON.stringify(stored, null, 2);
  return String(stored as string | number | boolean);
}
const isEmptyObject = (value: object): boolean => Object.keys(value).length === 0;

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], row);

/** The values of a stored row, by the name of the form field. */
export const storedValues = (fields: readonly FormField[], row: StoredRow): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueIn(field, valueAt(row, field.stored ?? field.name))]));

function newValue(field: FormField, preset: Value | undefined): Value {
  if (isFixed(field)) return field.choices![0]!;
  if (preset === undefined || (field.choices && !field.choices.includes(String(preset)))) return emptyValue(field);
  return field.isList && typeof preset === 'string' ? [preset] : preset;
}

/** The initial values of a new row: the values in `presets`, and empty values for all other fields. */
export const newValues = (fields: readonly FormField[], presets: Values): Values =>
  Object.fromEntries(fields.map((field) => [field.name, newValue(field, presets[field.name])]));

export function isShown(field: FormField, values: Values): boolean {
  const [other, ...requiredValues] = field.shownWith ?? [];
  return !isFixed(field) && (other === undefined || requiredValues.includes(String(values[other] ?? '')));
}
/** A field with a single possible value is hidden, yet sent. A field that another field's value hides is not sent. */
const isThere = (field: FormField, values: Values): boolean => isFixed(field) || isShown(field, values);

/** A text that is no number is sent unchanged, so that the API's error message explains the problem. */
function sentText(type: string, text: string): unknown {
  switch (type) {
    case 'Boolean':
      return text === 'true';
    case 'Int':
      return /^\s*-?\d+\s*$/.test(text) ? Number(text) : text;
    case 'BigInt':
      return text.trim();
    case 'JSON':
      return parsed(text);
    default:
      return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function sentValue(field: FormField, value: Value): unknown {
  if (typeof value !== 'string') {
    const members = value.map((one) => one.trim()).filter((one) => one !== '');
    return field.wrappedIn === undefined ? members : members.map((one) => ({ [field.wrappedIn!]: one }));
  }
  if (value === '') return field.isNullable || field.type !== 'String' ? null : '';
  return sentText(field.type, value);
}

const isEmpty = (value: Value): boolean => value.length === 0;
const isSent = (field: FormField, value: Value): boolean =>
  !isEmpty(value) || field.isSentEmpty === true || (field.isRequired && field.type === 'String' && !field.isList);

type Input = Record<string, unknown>;

function inputOf(fields: readonly FormField[], values: Values): Input {
  const input: Input = {};
  for (const field of fields) {
    const value = values[field.name]!;
    if (!isThere(field, values) || !isSent(field, value)) continue;
    const path = field.name.split('.');
    const last = path.pop()!;
    const object = path.reduce((outer, name) => (outer[name] ??= {}) as Input, input);
    object[last] = value === '' ? '' : sentValue(field, value);
  }
  return input;
}

/**
 * Builds the API's input for a new row. Empty values are left out, except where the API needs an empty text or list.
 */
export const createInput = (fields: readonly FormField[], values: Values): Input =>
  inputOf(
    fields.filter(({ isCreated }) => isCreated),
    values,
  );

/** The fields whose values differ from the values in the stored row. */
export const changedFields = (fields: readonly FormField[], stored: Values, values: Values): readonly FormField[] =>
  fields.filter(({ name, isUpdated }) => isUpdated && !isSame(stored[name], values[name]));

const topOf = (path: string): string => path.split('.')[0]!;

/**
 * If a field of a nested object has changed, such as `members.type`, the whole object is sent, because the API replaces
 * objects.
 */
export function updateInput(fields: readonly FormField[], changed: readonly FormField[], values: Values): Input {
  const tops = [...new Set(changed.map(({ name }) => topOf(name)))];
  return Object.fromEntries(
    tops.map((top) => {
      const plain = changed.find(({ name }) => name === top);
      if (plain) return [top, sentValue(plain, values[top]!)];
      const members = fields.filter(({ name }) => topOf(name) === top);
      return [top, inputOf(members, values)[top] ?? null];
    }),
  );
}

export interface Meeting {
  /** The entered values, updated with the other user's changes to fields that this user did not change. */
  readonly merged: Values;
  /** Fields that only the other user changed. */
  readonly taken: readonly FormField[];
  /** Fields that both users have changed to different values. */
  readonly disputed: readonly FormField[];
}

/** Combines the entered values `yours` with the values `theirs` that another user has saved since `base` was read. */
export function meet(fields: readonly FormField[], base: Values, theirs: Values, yours: Values): Meeting {
  const changedByThem = fields.filter(({ name, isUpdated }) => isUpdated && !isSame(base[name], theirs[name]));
  const isYours = ({ name }: FormField) => !isSame(base[name], yours[name]);
  const changedByThemAlone = changedByThem.filter((field) => !isYours(field));
  const disputed = changedByThem.filter((field) => isYours(field) && !isSame(theirs[field.name], yours[field.name]));
  const merged = { ...yours, ...Object.fromEntries(changedByThemAlone.map(({ name }) => [name, theirs[name]!])) };
  return { merged, taken: changedByThemAlone, disputed };
}
