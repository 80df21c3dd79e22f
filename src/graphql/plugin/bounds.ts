// Bounds of input fields, declared once for the GraphQL description, the OpenAPI keywords, and the check in
// enforced-bounds.ts.

const wholeNumbers = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The enforced JSON Schema keywords. */
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
/** Checks a value within its bounds without reading a row; `field` is the path for errors. */
export type Form = Judge['form'];
interface Judge {
  /** A method, so that each form can declare its value's type. */
  form(field: string, value: unknown): unknown;
}
/** What an input field or argument declares in its `extensions`. */
export interface DeclaredBounds {
  readonly jsonSchema?: BoundKeywords;
  /** Whether the field may be omitted but not null. */
  readonly notNull?: boolean;
  /** Throws for a value of the wrong form. */
  readonly form?: Form;
  /** On an input type: its values are checked where they are read. */
  readonly checkedWhenRead?: boolean;
}

/**
 * Options of a text field with bounds in characters (code points); `more` continues its description: `, unique on its
 * host`.
 */
export const text = (min: number, max: number, more = '') => ({
  description: `${min === 0 ? 'At most' : `${min} to`} ${max} characters${more}.`,
  extensions: { jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max } },
});

/** Options of an integer field with bounds; `what` begins its description. */
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
  /** Where its items come from, or how many there are at most. */
  readonly holds?: number | ListSource;
  /** Expected number of items, for the cost estimate. */
  readonly usual?: number;
}
/**
 * Bounds that follow from something else: `graph` is as large as its network, `service` is produced by the service
 * itself.
 */
export type ListSource = 'graph' | 'service';

/** Expected items of a list without a declaration. */
export const usualItems = 5;

/**
 * Options of an output list: the maximum number of stored items, or their origin, and the expected number for the cost
 * estimate. Further items are charged after the answer.
 */
export const holds = (most: number | ListSource, usual = usualItems) => ({
  extensions: { holds: most, usual } satisfies DeclaredList,
});

/** Options of a field that may be omitted but not null: `t.string(notNull(text(1, 100)))`. */
export const notNull = <O extends { extensions?: object }>(options?: O) => ({
  ...(options as O),
  extensions: { ...options?.extensions, notNull: true },
});

/** Options of a field with a form: `t.string({ required: true, ...formed(ipAddressOf) })`. */
export const withForm = (form: Form) => ({ extensions: { form } });

/** Extends a form to accept the empty text, which means no value. */
export const orEmpty =
  (form: (field: string, value: string) => unknown): Form =>
  (field: string, value: string) => {
    if (value !== '') form(field, value);
  };
