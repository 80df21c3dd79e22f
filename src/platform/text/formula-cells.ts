// Cells that a spreadsheet would run as a formula: written with an apostrophe before them, and read back without it.

/**
 * What spreadsheets take for a formula: text that begins with one of these, full-width forms included. Apostrophes before
 * them count too, so that taking one off such a cell always gives the original text.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^[+-]\d+(\.\d+)?$/;

/** With an apostrophe a spreadsheet shows a formula as text; plain signed numbers stay numbers. */
export const harmless = (value: string): string =>
  formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;

/** The text that `harmless` was given. */
export const asWritten = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
