// The columns of a list: the columns that the user chose, which are stored in the browser, or the kind's default.
import { columnOf, type Field, type Kind } from '../address/kinds-by-list';

const keyOf = (kind: Kind): string => `netloom.inventory.columns.${kind.list}`;

/** The columns that the user can choose for a list: all except those that name the row. */
export const listColumnChoices = (kind: Kind): readonly Field[] =>
  kind.fields.filter(({ name, isColumn }) => isColumn && !kind.title.includes(name));

export function readColumns(kind: Kind): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null');
    // Another version of the page may have stored names that are no longer columns.
    if (Array.isArray(stored)) return stored.filter((name) => typeof name === 'string' && columnOf(kind, name));
  } catch {
    // The browser blocks storage, or the stored text is not valid JSON. The default columns apply.
  }
  return kind.columns;
}

/** Stores the columns; null resets them to the kind's default. */
export function keepColumns(kind: Kind, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), JSON.stringify(columns));
  } catch {
    // The browser could not store the columns, so the choice lasts until the page is closed.
  }
}
