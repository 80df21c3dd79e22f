// Bounds of input fields, said once: the description in GraphQL and the keywords that the OpenAPI document shows.

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

const wholeNumbers = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/**
 * Options of a text field whose length is bounded, in characters (code points); `more` ends the sentence of its
 * description: `, unique on its host`. The field's own check enforces the same bounds with `assertLength`.
 */
export const text = (min: number, max: number, more = '') => ({
  description: `${min === 0 ? 'At most' : `${min} to`} ${max} characters${more}.`,
  extensions: { jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max } },
});

/** Options of an integer field with bounds of its own; `what` begins its description. Enforced with `assertRange`. */
export const integer = (min: number, max = wholeNumbers.most, what = '') => ({
  description: [what, max === wholeNumbers.most ? `At least ${min}.` : `${min} to ${max}.`].filter(Boolean).join(' '),
  extensions: { jsonSchema: { minimum: min, maximum: max } },
});
