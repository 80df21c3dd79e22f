// Disarms CSV cells that a spreadsheet would run as a formula, by a leading apostrophe. Removes the apostrophe when
// reading.

/**
 * Matches texts that begin with a character after which a spreadsheet expects a formula, also in full-width form.
 * Apostrophes before that character do not matter: `'=1` becomes `''=1`, so that removing one apostrophe restores
 * `'=1`.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^[+-]\d+(\.\d+)?$/;

/**
 * Adds an apostrophe to a text that looks like a formula, so that a spreadsheet shows it as text. Plain signed numbers
 * are not changed.
 */
export const harmless = (value: string): string =>
  formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;

/** Removes the apostrophe that `harmless` adds. */
export const asWritten = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
