// The columns of a list: those that its reader chose, kept in the browser, else those of its kind.
import { columnOf, type Field, type Kind } from '../address/kinds-by-list';

const keyOf = (kind: Kind): string => `netloom.inventory.columns.${kind.list}`;

/** Columns that can be chosen: all but those that the title says. */
export const choicesOf = (kind: Kind): readonly Field[] =>
  kind.fields.filter(({ name, isColumn }) => isColumn && !kind.title.includes(name));

export function columnsOf(kind: Kind): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null');
    // Another version of the page may have kept names that are no columns any more.
    if (Array.isArray(stored)) return stored.filter((name) => typeof name === 'string' && columnOf(kind, name));
  } catch {
    // A browser that keeps nothing, or kept something else.
  }
  return kind.columns;
}

/** Null: those of the kind again. */
export function keepColumns(kind: Kind, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), JSON.stringify(columns));
  } catch {
    // The choice holds until the page is left.
  }
}
