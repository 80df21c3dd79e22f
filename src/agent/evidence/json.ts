// Reads values of JSON answers in which any member may be missing or have another type.

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The items of a list as objects; none for any other value. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An integer, also one that is written as a text; undefined for any other value. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
