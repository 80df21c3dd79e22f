// Formats rows as CSV (RFC 4180): one line per row, one cell per column. Cells that spreadsheets would run as formulas
// get a leading apostrophe.
import { stringify } from 'csv-stringify/sync';
import { harmless } from '../text/formula-cells';

/** The path of a cell's value in its row, such as `['source', 'type']`. */
export type Column = readonly string[];

const text = (cells: string[][]): string =>
  stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true });

/** The header line, with column names such as `source.type`. */
export const csvHeader = (columns: readonly Column[]): string => text([columns.map((column) => column.join('.'))]);

/** One CSV line for each row; an empty text if there are no rows. */
export const csvLines = (columns: readonly Column[], rows: readonly unknown[]): string =>
  text(rows.map((row) => columns.map((column) => cellOf(valueAt(row, column)))));

function valueAt(row: unknown, column: Column): unknown {
  let value = row;
  for (const key of column) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

/** The text of a cell. Null is an empty cell, lists of simple values are joined by commas, other objects are JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    const isSimple = Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
    return isSimple ? harmless(value.join(',')) : JSON.stringify(value);
  }
  return typeof value === 'string' ? harmless(value) : String(value as number | boolean);
}
