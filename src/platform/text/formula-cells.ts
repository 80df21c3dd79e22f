// Disarms CSV cells that a spreadsheet would run as a formula, by a leading apostrophe. Removes the apostrophe when
// reading.

/**
 * Matches texts that a spreadsheet would take for a formula, by their first character (full-width forms included). Such
 * texts with apostrophes before them match too: they get one more apostrophe, so that removing one apostrophe always
 * restores the original text.
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
