// The lists of an inventory as PostgreSQL sends them: by columns, because rows would repeat the name of each column.

/** For each column of a list, its values in the order of the rows. Null if the list has no rows. */
export type ListColumns = Readonly<Record<string, readonly unknown[] | null>>;

/** The rows of a list. */
export function rowsOfColumns(columns: ListColumns): Record<string, unknown>[] {
  const names = Object.keys(columns);
  // All rows are copies of one object, so that all of them have the same layout in memory.
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  const rows = (columns.id ?? []).map((): Record<string, unknown> => ({ ...empty }));
  for (const name of names) {
    const values = columns[name] ?? [];
    for (let at = 0; at < rows.length; at += 1) rows[at]![name] = values[at];
  }
  return rows;
}
