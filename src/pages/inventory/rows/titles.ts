// The text that names a row, and values at paths of rows.
import { instantWords } from '../../kit/instant-words';
import { kinds, type Row } from '../address/kinds-by-list';
import { enumWords } from '../texts';

/** The beginning of an instant in ISO 8601. */
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The value at a path of field names that are separated by dots; undefined or null if a part of the path is missing. */
export function at(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** Names of fields with an enum value that are part of a kind's name, such as the protocol of a port. */
const enumNames = new Set(
  kinds.flatMap(({ title, fields }) =>
    title.filter((name) => fields.some((field) => field.name === name && field.shape === 'Enum')),
  ),
);

/** The text that names a row; its id if it has no name. */
export function rowTitle(row: Row, title: readonly string[]): string {
  const words = title.flatMap((path) => {
    const value = at(row, path);
    if (value === null || value === undefined || value === '') return [];
    if (enumNames.has(path.split('.').at(-1)!)) return [enumWords(String(value as string))];
    return [typeof value === 'string' && time.test(value) ? instantWords(value) : String(value as string | number)];
  });
  return words.join(' ') || row.id;
}
