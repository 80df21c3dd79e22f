// Builds the display name of a row, and reads values at paths of rows.
import { instantWords } from '../../kit/instants/instant-words';
import { kinds, type Row } from '../address/kinds-by-list';
import { enumWords } from '../texts';

/** Matches a text that begins with a date and time in ISO 8601. */
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * The value at a path of field names, which are separated by dots. Undefined or null if a part of the path is missing.
 */
export function at(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** Enum fields in display names, such as a port's protocol. Their values are converted to words. */
const enumNames = new Set(
  kinds.flatMap(({ title, fields }) =>
    title.filter((name) => fields.some((field) => field.name === name && field.shape === 'Enum')),
  ),
);

/**
 * The display name of a row: the values at the paths in `title`; the row's id if all these values are empty. Equal
 * values appear once, such as the CIDR and the name of a subnet that is named after its CIDR.
 */
export function rowTitle(row: Row, title: readonly string[]): string {
  const words = title.flatMap((path) => {
    const value = at(row, path);
    if (value === null || value === undefined || value === '') return [];
    if (enumNames.has(path.split('.').at(-1)!)) return [enumWords(String(value as string))];
    return [typeof value === 'string' && time.test(value) ? instantWords(value) : String(value as string | number)];
  });
  return [...new Set(words)].join(' ') || row.id;
}
