// Bounds of input fields, declared once: the description in GraphQL, the keywords of the OpenAPI document, and the rule
// that enforced-bounds.ts applies to every request.

const wholeNumbers = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The keywords of JSON Schema that are enforced. */
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
/** Judges a value that is given and inside its bounds by itself, without reading a row; `field` is the path that errors name. */
export type Form = Judge['form'];
interface Judge {
  /** A method, so that each form may name the type of its own value. */
  form(field: string, value: unknown): unknown;
}
/** What an input field or argument declares in its `extensions`. */
export interface DeclaredBounds {
  readonly jsonSchema?: BoundKeywords;
  /** May be left out but not be null. */
  readonly notNull?: boolean;
  /** Throws for a value that is not of the field's form. */
  readonly form?: Form;
  /** On an input type: its values are checked by the code that reads them. */
  readonly checkedWhenRead?: boolean;
}

/**
 * Options of a text field whose length is bounded, in characters (code points); `more` ends the sentence of its
 * description: `, unique on its host`.
 */
export const text = (min: number, max: number, more = '') => ({
  description: `${min === 0 ? 'At most' : `${min} to`} ${max} characters${more}.`,
  extensions: { jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max } },
});

/** Options of an integer field with bounds of its own; `what` begins its description. */
export const integer = (min: number, max = wholeNumbers.most, what = '') => ({
  description: [what, max === wholeNumbers.most ? `At least ${min}.` : `${min} to ${max}.`].filter(Boolean).join(' '),
  extensions: { jsonSchema: { minimum: min, maximum: max } },
});

/** The bound of a list that has at most so many items, each with the bounds of `item`. */
export const list = (max: number, item?: { extensions: { jsonSchema: BoundKeywords } }) => ({
  extensions: { jsonSchema: { maxItems: max, ...(item && { items: item.extensions.jsonSchema }) } },
});

/** What an output field that is a list declares of itself in its `extensions`. */
export interface DeclaredList {
  /** Where its items come from, or how many they are at most. */
  readonly holds?: number | ListSource;
  /** Items that it is expected to have when the cost of a document is estimated. */
  readonly usual?: number;
}
/**
 * Bounds that follow from something else: `graph` is as large as its network, whose rows are listed page by page elsewhere;
 * `service` is made by the service itself, of what it knows.
 */
export type ListSource = 'graph' | 'service';

/** Items expected in a plain list that does not say otherwise. */
export const usualItems = 5;

/**
 * Options of an output field that is a list: how many items are stored of it at most, or where they come from. What is not
 * expected to be about five says how many it usually is, by which its cost is estimated; more is charged after the answer.
 */
export const holds = (most: number | ListSource, usual = usualItems) => ({
  extensions: { holds: most, usual } satisfies DeclaredList,
});

/** The options of a field that may be left out but not be null: `t.string(notNull(text(1, 100)))`. */
export const notNull = <O extends { extensions?: object }>(options?: O) => ({
  ...(options as O),
  extensions: { ...options?.extensions, notNull: true },
});

/** The options of a field whose values are of a form: `t.string({ required: true, ...formed(ipAddressOf) })`. */
export const formed = (form: Form) => ({ extensions: { form } });

/** The form of a text that may be empty, which stands for none. */
export const orEmpty =
  (form: (field: string, value: string) => unknown): Form =>
  (field: string, value: string) => {
    if (value !== '') form(field, value);
  };
