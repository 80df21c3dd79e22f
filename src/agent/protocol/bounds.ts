// Pure functions that cut or drop values outside of the bounds that the server accepts.

/**
 * The text without characters that PostgreSQL cannot store, cut to `length` characters; undefined if nothing remains.
 */
export function cutText(text: string | undefined, length: number): string | undefined {
  if (text === undefined) return undefined;
  const clean = text.replace(/[\0\ud800-\udfff]/gu, '').trim();
  return clean === '' ? undefined : [...clean].slice(0, length).join('');
}

/** Returns the value if it is an integer from 0 to `highest`, otherwise undefined. */
export const boundedInteger = (value: number | undefined, highest: number): number | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= highest ? value : undefined;
