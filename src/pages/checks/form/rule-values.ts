// Converts between the values of a form and the input of the API: the rule of a check, and its selection of hosts. Pure
// functions.
import type {
  CheckRuleInput,
  CheckSelectionInput,
  ChecksPageRuleFragment,
  ChecksPageSelectionFragment,
} from '../../../generated/checks-page-operations';
import { instantFrom } from '../../kit/instants/instant-words';
import type { FormField, KindFacts } from './form-facts';

/** Looks up the texts of a form field by its path in the API's input. A list has several texts, an empty field none. */
export type Values = (path: string) => readonly string[];

type Tree = { [name: string]: unknown };

function put(tree: Tree, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) put((tree[name!] ??= {}) as Tree, rest, value);
  else if (value !== undefined) tree[name!] = value;
}

const entered = (field: FormField, values: Values): readonly string[] =>
  values(field.path)
    .map((text) => text.trim())
    .filter((text) => text !== '');

function toValue(type: FormField['type'], text: string): unknown {
  if (type === 'Int') return Number(text);
  return type === 'Instant' ? new Date(text).toISOString() : text;
}

/**
 * Builds the API's input from the form. An optional object is sent only if the user has filled in one of its fields;
 * its select boxes do not count, because they always have a value.
 */
export function toInput(fields: readonly FormField[], values: Values): Tree {
  const filledIn = new Set(
    fields.filter((field) => field.type !== 'Choice' && entered(field, values).length > 0).map((one) => one.optionalIn),
  );
  const tree: Tree = {};
  for (const field of fields) {
    const { path, type, isList, isRequired, optionalIn } = field;
    if (optionalIn !== undefined && !filledIn.has(optionalIn)) continue;
    const texts = entered(field, values);
    const list = texts.length > 0 || isRequired ? texts.map((text) => toValue(type, text)) : undefined;
    const single = texts[0] === undefined ? undefined : toValue(type, texts[0]);
    put(tree, path.split('.'), isList ? list : single);
  }
  return tree;
}

export function toRule({ member, fields }: KindFacts, values: Values): CheckRuleInput {
  const rule: unknown = { [member]: fields.length === 0 ? true : toInput(fields, values) };
  return rule as CheckRuleInput;
}

export const toSelection = (fields: readonly FormField[], values: Values): CheckSelectionInput =>
  toInput(fields, values) as CheckSelectionInput;

/** The first required field that is empty; undefined if all have a value. Fields that take lists may be empty. */
export const missingField = (fields: readonly FormField[], values: Values): FormField | undefined =>
  fields.find((field) => field.isRequired && !field.isList && entered(field, values).length === 0);

function valueAt(stored: unknown, [name, ...rest]: readonly string[]): unknown {
  const value = (stored as Tree | null)?.[name!];
  return rest.length === 0 || value === null || value === undefined ? value : valueAt(value, rest);
}

/** The values of a stored rule or selection, as texts. */
export function storedValues(
  fields: readonly FormField[],
  stored: ChecksPageRuleFragment | ChecksPageSelectionFragment | null | undefined,
): Values {
  const texts = new Map(
    fields.map(({ path }) => {
      const value = valueAt(stored, path.split('.'));
      const all = [value].flat().filter((one) => one !== null && one !== undefined);
      return [path, all.map((one) => String(one as string))] as const;
    }),
  );
  return (path) => texts.get(path) ?? [];
}

/** The HTML name of the hidden field with the stored instant of a field for an instant. */
export const storedName = (name: string): string => `stored ${name}`;

/** The values in the submitted `data`. The HTML name of a field is `prefix`, a dot and the path. */
export const formValues =
  (data: FormData, prefix: string): Values =>
  (path) => {
    const name = `${prefix}.${path}`;
    const stored = data.get(storedName(name));
    const texts = data.getAll(name).map(String);
    return stored === null ? texts : texts.map((text) => (text === '' ? '' : instantFrom(text, String(stored))));
  };
