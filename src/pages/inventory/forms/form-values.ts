// The values of a form: as texts while they are entered, as the API takes them when they are sent, and compared with what
// somebody else has saved meanwhile.
import { isFixed, type FormField, type StoredRow } from '../address/form-facts';

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
  if (stored === null || stored === undefined) return emptyValue(field);
  if (typeof stored === 'object') return isEmptyObject(stored) ? '' : JSON.stringify(stored, null, 2);
  return String(stored as string | number | boolean);
}
const isEmptyObject = (value: object): boolean => Object.keys(value).length === 0;

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], row);

/** The values of a stored row. */
export const storedValues = (fields: readonly FormField[], row: StoredRow): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueIn(field, valueAt(row, field.stored ?? field.name))]));

/** A value that a new row can have, as the field takes it. */
function newValue(field: FormField, given: Value | undefined): Value {
  if (isFixed(field)) return field.choices![0]!;
  if (given === undefined || (field.choices && !field.choices.includes(String(given)))) return emptyValue(field);
  return field.isList && typeof given === 'string' ? [given] : given;
}

/** The values of a new row: those given, and none. */
export const newValues = (fields: readonly FormField[], given: Values): Values =>
  Object.fromEntries(fields.map((field) => [field.name, newValue(field, given[field.name])]));

/** Whether people see the field: it has a choice, and the field that it belongs to has a value with which it is there. */
export function isShown(field: FormField, values: Values): boolean {
  const [other, ...wanted] = field.shownWith ?? [];
  return !isFixed(field) && (other === undefined || wanted.includes(String(values[other] ?? '')));
}
/** A field that is there only with another value is not sent. */
const isThere = (field: FormField, values: Values): boolean => isFixed(field) || isShown(field, values);

/** What is no number is sent as it is: the API says what is wrong with it. */
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

/** A value as the API takes it; an empty one is null where rows may have none. */
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

/** The values as an input; `members.type` is a member of the object `members`. Empty ones are left out. */
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

/** The input of a new row; what is empty is left out, but for texts and lists that the API wants. */
export const createInput = (fields: readonly FormField[], values: Values): Input =>
  inputOf(
    fields.filter(({ isCreated }) => isCreated),
    values,
  );

/** The fields that differ from the stored row. */
export const changedFields = (fields: readonly FormField[], stored: Values, values: Values): readonly FormField[] =>
  fields.filter(({ name, isUpdated }) => isUpdated && !isSame(stored[name], values[name]));

const topOf = (path: string): string => path.split('.')[0]!;

/** The changed fields; an object is sent as a whole, because it replaces the stored one, and as null if all is empty. */
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
