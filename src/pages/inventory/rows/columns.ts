// The columns of a list: those that the user chose, stored in the browser; otherwise the kind's default.
import { columnOf, type Field, type Kind } from '../address/kinds-by-list';

const keyOf = (kind: Kind): string => `netloom.inventory.columns.${kind.list}`;

/** Columns that can be chosen: all except those in the title. */
export const listColumnChoices = (kind: Kind): readonly Field[] =>
  kind.fields.filter(({ name, isColumn }) => isColumn && !kind.title.includes(name));

export function readColumns(kind: Kind): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null');
    // Another version of the page may have stored names that are no longer columns.
    if (Array.isArray(stored)) return stored.filter((name) => typeof name === 'string' && columnOf(kind, name));
  } catch {
    // The browser blocks storage, or the stored text is not valid JSON.
  }
  return kind.columns;
}

/** Stores the columns; null resets them to the kind's default. */
export function keepColumns(kind: Kind, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), JSON.stringify(columns));
  } catch {
    // Storing failed, so the choice lasts until the page is closed.
  }
}
