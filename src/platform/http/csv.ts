// Rows as CSV (RFC 4180): one line per row, cells by column, text that a spreadsheet would run made harmless.
import { stringify } from 'csv-stringify/sync';
import { harmless } from '../text/formula-cells';

/** Where in a row a cell's value is: `['source', 'type']`. */
export type Column = readonly string[];

const text = (cells: string[][]): string =>
  stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true });

/** The line with the columns' names: `source.type`. */
export const csvHeader = (columns: readonly Column[]): string => text([columns.map((column) => column.join('.'))]);

/** A line for each row, `''` for none. */
export const csvLines = (columns: readonly Column[], rows: readonly unknown[]): string =>
  text(rows.map((row) => columns.map((column) => cellOf(valueAt(row, column)))));

function valueAt(row: unknown, column: Column): unknown {
  let value = row;
  for (const key of column) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

/** Nothing is empty, lists of simple values are joined by commas, what else has members is JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') {
    const isSimple = Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
    return isSimple ? harmless(value.join(',')) : JSON.stringify(value);
  }
  return typeof value === 'string' ? harmless(value) : String(value as number | boolean);
}
