// Declares bounds of input fields, each only once. The GraphQL descriptions and the OpenAPI document show them, and
// enforced-bounds.ts checks them.

const wholeNumbers = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The JSON Schema keywords that `enforced-bounds.ts` enforces. */
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
/**
 * Checks the format of a value after its bounds were checked, without reading rows. `field` is the path that errors
 * name.
 */
export type Form = Judge['form'];
interface Judge {
  /**
   * Checks a value. Declared as a method and not as a function property, so that each check may declare the type of its
   * own value.
   */
  form(field: string, value: unknown): unknown;
}
/** The bounds that an input field or argument declares in its `extensions`. */
export interface DeclaredBounds {
  readonly jsonSchema?: BoundKeywords;
  /** Whether the field may be omitted but must not be null. */
  readonly notNull?: boolean;
  /** Checks the format of a value, and throws if it is invalid. */
  readonly form?: Form;
  /**
   * Whether the code that reads the values of this input type checks them. If so, `enforced-bounds.ts` does not check
   * them.
   */
  readonly checkedWhenRead?: boolean;
}

/**
 * Pothos options of a text field with bounds in characters (code points). `more`, such as ", unique on its host", is
 * appended to the description.
 */
export const text = (min: number, max: number, more = '') => ({
  description: `${min === 0 ? 'At most' : `${min} to`} ${max} characters${more}.`,
  extensions: { jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max } },
});

/** Pothos options of an integer field with bounds. `summary` is the beginning of its description. */
export const integer = (min: number, max = wholeNumbers.most, summary = '') => ({
  description: [summary, max === wholeNumbers.most ? `At least ${min}.` : `${min} to ${max}.`]
    .filter(Boolean)
    .join(' '),
  extensions: { jsonSchema: { minimum: min, maximum: max } },
});

/** Pothos options of a list input: its maximum number of items, and the bounds of each item. */
export const list = (max: number, item?: { extensions: { jsonSchema: BoundKeywords } }) => ({
  extensions: { jsonSchema: { maxItems: max, ...(item && { items: item.extensions.jsonSchema }) } },
});

/** What a list field of an output type declares in its `extensions`. */
export interface DeclaredList {
  /** The maximum number of items, or what limits their number. */
  readonly holds?: number | ListSource;
  /** Expected number of items, for the estimate of the cost. */
  readonly usual?: number;
}
/**
 * What limits the length of a list: `graph` is the size of the network, `service` is the service itself, which produces
 * the items.
 */
export type ListSource = 'graph' | 'service';

/** Expected number of items of a list that declares no number. */
export const usualItems = 5;

/**
 * Pothos options of a list output. `most` is the maximum number of items or what limits it; `usual` is the expected
 * number for the estimate of the cost. Items beyond the expected number are charged after the response.
 */
export const holds = (most: number | ListSource, usual = usualItems) => ({
  extensions: { holds: most, usual } satisfies DeclaredList,
});

/** Pothos options of a field that may be omitted but must not be null: `t.string(notNull(text(1, 100)))`. */
export const notNull = <O extends { extensions?: object }>(options?: O) => ({
  ...(options as O),
  extensions: { ...options?.extensions, notNull: true },
});

/** Pothos options of a field whose format is checked: `t.string({ required: true, ...withForm(ipAddressOf) })`. */
export const withForm = (form: Form) => ({ extensions: { form } });

/** Extends a format check so that it accepts the empty text, which means that there is no value. */
export const orEmpty =
  (form: (field: string, value: string) => unknown): Form =>
  (field: string, value: string) => {
    if (value !== '') form(field, value);
  };
