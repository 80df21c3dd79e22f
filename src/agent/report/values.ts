// Values in a report, within the bounds of the server. Pure.

/** In characters, without what a database cannot store; undefined where nothing is left. */
export function cut(text: string | undefined, length: number): string | undefined {
  if (text === undefined) return undefined;
  const clean = text.replace(/[\0\ud800-\udfff]/gu, '').trim();
  return clean === '' ? undefined : [...clean].slice(0, length).join('');
}

/** A whole number from 0 on; undefined for others. */
export const number = (value: number | undefined, highest: number): number | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= highest ? value : undefined;
