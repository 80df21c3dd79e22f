// Reads values from JSON responses in which any member may be missing or have an unexpected type.

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The items of a list, each as an object; an empty list if the value is not a list. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The value if it is a text; an empty text for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The integer in a number or in a text such as `"12"`; undefined for any other value. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
