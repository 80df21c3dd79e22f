// Builds the display name of a row, and reads values at paths of rows.
import { instantWords } from '../../kit/instants/instant-words';
import { kinds, type Row, type Shape } from '../address/kinds-by-list';
import { enumWords } from '../texts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Whether the whole text is a valid instant in ISO 8601. For values of JSON objects, whose types the schema does not
 * tell. Names that only begin like an instant, such as names of files, are not instants.
 */
export const isInstant = (text: string): boolean => instant.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The value at a path of field names, which are separated by dots. Undefined or null if a part of the path is missing.
 */
export function at(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

const namesOfShape = (shape: Shape): ReadonlySet<string> =>
  new Set(
    kinds.flatMap(({ title, fields }) =>
      title.filter((name) => fields.some((field) => field.name === name && field.shape === shape)),
    ),
  );

/** Enum fields in display names, such as a port's protocol. Their values are converted to words. */
const enumNames = namesOfShape('Enum');
/** Fields in display names that are instants by the schema. A name that only looks like an instant stays as it is. */
const instantNames = namesOfShape('DateTime');

/**
 * The display name of a row: the values at the paths in `title`; the row's id if all these values are empty. Equal
 * values appear once, such as the CIDR and the name of a subnet that is named after its CIDR.
 */
export function rowTitle(row: Row, title: readonly string[]): string {
  const words = title.flatMap((path) => {
    const value = at(row, path);
    if (value === null || value === undefined || value === '') return [];
    const name = path.split('.').at(-1)!;
    if (enumNames.has(name)) return [enumWords(String(value as string))];
    return [instantNames.has(name) ? instantWords(value as string) : String(value as string | number)];
  });
  return [...new Set(words)].join(' ') || row.id;
}
