// Disarms CSV cells that a spreadsheet would run as a formula with an apostrophe, and removes it when reading.

/**
 * Texts that spreadsheets take for formulas begin with one of these characters, full-width forms included. Leading
 * apostrophes are included, so that removing one always restores the original text.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^[+-]\d+(\.\d+)?$/;

/** Adds an apostrophe to formulas, so that a spreadsheet shows them as text; plain signed numbers stay numbers. */
export const harmless = (value: string): string =>
  formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;

/** Undoes `harmless`. */
export const asWritten = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
