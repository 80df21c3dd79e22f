// The columns of a list: the columns that the user selected, which are stored in the browser, or the kind's default
// columns.
import { columnOf, type Field, type Kind } from '../address/kinds-by-list';

const keyOf = (kind: Kind): string => `netloom.inventory.columns.${kind.list}`;

/** The columns that the user can show or hide: all columns except those that make up the row's name. */
export const listColumnChoices = (kind: Kind): readonly Field[] =>
  kind.fields.filter(({ name, isColumn }) => isColumn && !kind.title.includes(name));

export function readColumns(kind: Kind): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null');
    // An older or newer version of Netloom may have stored columns that do not exist in this version.
    if (Array.isArray(stored)) return stored.filter((name) => typeof name === 'string' && columnOf(kind, name));
  } catch {
    // The browser blocks storage, or the stored text is not valid JSON. The default columns apply.
  }
  return kind.columns;
}

/** Stores which columns the list of a kind shows; null resets the list to the kind's default columns. */
export function keepColumns(kind: Kind, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), JSON.stringify(columns));
  } catch {
    // The browser blocks storage. The selected columns apply until the page is closed.
  }
}
