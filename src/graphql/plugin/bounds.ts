// Bounds of input fields, each declared once. They appear in the GraphQL description and in OpenAPI, and
// enforced-bounds.ts checks them.

const wholeNumbers = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The JSON Schema keywords that are enforced. */
export interface BoundKeywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Bounds of each item of a list. */
  readonly items?: BoundKeywords;
}
/** Checks a value's format after its bounds, without reading rows; `field` is the path that errors name. */
export type Form = Judge['form'];
interface Judge {
  /** Declared as a method and not as a function property, so that each check may declare the type of its own value. */
  form(field: string, value: unknown): unknown;
}
/** The bounds that an input field or argument declares in its `extensions`. */
export interface DeclaredBounds {
  readonly jsonSchema?: BoundKeywords;
  /** Whether the field may be omitted but not null. */
  readonly notNull?: boolean;
  /** Throws for a value with an invalid format. */
  readonly form?: Form;
  /** True for an input type whose values are checked by the code that reads them, and not by the plugin. */
  readonly checkedWhenRead?: boolean;
}

/**
 * Options of a text field with bounds in characters (code points). `more` is appended to the description: `, unique on
 * its host`.
 */
export const text = (min: number, max: number, more = '') => ({
  description: `${min === 0 ? 'At most' : `${min} to`} ${max} characters${more}.`,
  extensions: { jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max } },
});

/** Options of an integer field with bounds; `what` is the beginning of its description. */
export const integer = (min: number, max = wholeNumbers.most, what = '') => ({
  description: [what, max === wholeNumbers.most ? `At least ${min}.` : `${min} to ${max}.`].filter(Boolean).join(' '),
  extensions: { jsonSchema: { minimum: min, maximum: max } },
});

/** Bounds of a list: its maximum number of items, and the bounds of each item. */
export const list = (max: number, item?: { extensions: { jsonSchema: BoundKeywords } }) => ({
  extensions: { jsonSchema: { maxItems: max, ...(item && { items: item.extensions.jsonSchema }) } },
});

/** What a list field of an output type declares in its `extensions`. */
export interface DeclaredList {
  /** The maximum number of items, or what bounds it. */
  readonly holds?: number | ListSource;
  /** Expected number of items, for the cost estimate. */
  readonly usual?: number;
}
/**
 * What bounds a list: with `graph` the size of the network, with `service` the service itself, which produces the
 * items.
 */
export type ListSource = 'graph' | 'service';

/** Expected number of items of a list that declares none. */
export const usualItems = 5;

/**
 * Options of an output list: the maximum number of stored items or what bounds it, and the expected number for the cost
 * estimate. Items beyond the expected number are charged after the response.
 */
export const holds = (most: number | ListSource, usual = usualItems) => ({
  extensions: { holds: most, usual } satisfies DeclaredList,
});

/** Options of a field that may be omitted but not null: `t.string(notNull(text(1, 100)))`. */
export const notNull = <O extends { extensions?: object }>(options?: O) => ({
  ...(options as O),
  extensions: { ...options?.extensions, notNull: true },
});

/** Options of a field whose format is checked: `t.string({ required: true, ...withForm(ipAddressOf) })`. */
export const withForm = (form: Form) => ({ extensions: { form } });

/** Extends a format check to accept the empty text, which means no value. */
export const orEmpty =
  (form: (field: string, value: string) => unknown): Form =>
  (field: string, value: string) => {
    if (value !== '') form(field, value);
  };
