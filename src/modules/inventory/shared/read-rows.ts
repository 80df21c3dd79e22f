// Writes rows of a host that a scan reads as one table, such as its routes. A row with the key of a stored row updates
// the stored row.
import { delegateOf, type Delegate } from '../../../data/model/delegate';
import type { Db } from '../../../data/tenancy/rows';
import { setRows } from '../../../data/tenancy/set-rows';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { Prisma } from '../../../generated/prisma/client';
import type { FieldType } from '../../../graphql/entity/sheet-fields';
import type { HostRef } from './host-children';

type Row = Readonly<Record<string, unknown>>;

interface ReadTable {
  readonly model: Prisma.ModelName;
  /** Returns the key that identifies a row among the rows of its host. */
  readonly keyOf: (row: Row) => string;
  /** Columns that a scan updates in a stored row. Columns that are not in this list keep their stored value. */
  readonly columns: readonly string[];
  /** Returns the values to write to a stored row; by default, the values that the scan read. */
  readonly mergeRow?: (stored: Row, read: Row) => Row;
  /** Maximum number of stored rows per host. */
  readonly most: number;
}

/**
 * Facts about a host report that the writing of each of its tables needs. `interfaceIds` has the ids of the host's
 * interfaces, by ifIndex.
 */
export interface Reading {
  readonly interfaceIds: ReadonlyMap<number, string>;
  readonly isComplete: boolean;
  readonly at: Date;
}

/** The declaration of a table in a host report: its field in the GraphQL input, and how its rows are written. */
export interface ReportedTable<R, C extends string = string> {
  readonly field: { readonly type: FieldType; readonly description: string; readonly extensions: object };
  /**
   * The field of the report's `interfaceDataComplete` that says whether the daemon read the whole table. `what` is the
   * description of this field.
   */
  readonly complete: C;
  readonly what: string;
  /** Writes the rows of the table for one host. The caller holds the host's lock. */
  readonly write: (tx: Db, viewer: Viewer, host: HostRef, rows: readonly R[], read: Reading) => Promise<void>;
  /**
   * For rows that refer to other hosts, such as the next hop of a route: finds these hosts and stores their ids, for
   * the rows of one host or of a whole network.
   */
  readonly resolve?: (tx: Db, networkId: string, hostId?: string) => Promise<void>;
}

/** Returns `table`. The function lets TypeScript infer `R` from `write`. */
export const reportedTable = <R, const C extends string>(table: ReportedTable<R, C>): ReportedTable<R, C> => table;

const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
const isSame = (storedValue: unknown, read: unknown): boolean => textOf(storedValue) === textOf(read);

/**
 * Writes a host's table. Of several rows with the same key, only the first is written. If the table was read
 * completely, stored rows that were not read are deleted. The caller holds the host's lock. Resolves with whether a row
 * changed.
 */
export async function replaceReadRows(
  tx: Db,
  viewer: Viewer,
  { model, keyOf, columns, most, mergeRow = (_storedRow, row) => row }: ReadTable,
  { id: hostId, networkId, isNew }: HostRef,
  read: { readonly rows: readonly Row[]; readonly isComplete: boolean; readonly at: Date },
): Promise<boolean> {
  const delegate = delegateOf(tx, model) as Delegate & { createMany(args: object): Promise<unknown> };
  const storedRows = isNew
    ? []
    : await delegate.findMany({ where: { hostId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  const storedByKey = new Map((storedRows as Row[]).map((row) => [keyOf(row), row] as const).reverse());
  const keptIds = new Set<unknown>();
  const [changedRows, newRows]: [Row[], Row[]] = [[], []];
  const rowsByKey = new Map([...read.rows].reverse().map((row) => [keyOf(row), row] as const));
  for (const [key, row] of [...rowsByKey].reverse()) {
    const storedRow = storedByKey.get(key);
    if (!storedRow) newRows.push(row);
    else {
      keptIds.add(storedRow.id);
      const next = mergeRow(storedRow, row);
      if (columns.some((name) => !isSame(storedRow[name], next[name]))) changedRows.push({ ...next, id: storedRow.id });
    }
  }
  const goneIds = read.isComplete
    ? (storedRows as Row[]).flatMap(({ id }) => (keptIds.has(id) ? [] : [id as string]))
    : [];
  const fitting = newRows.slice(0, Math.max(0, most - (storedRows.length - goneIds.length)));
  const times = { createdAt: read.at, updatedAt: read.at, validFrom: read.at };
  if (goneIds.length > 0) await delegate.deleteMany({ where: { id: { in: goneIds } } });
  await setRows(tx, viewer, model, columns, changedRows);
  if (fitting.length > 0)
    await delegate.createMany({ data: fitting.map((row) => ({ ...row, ...times, hostId, networkId })) });
  return goneIds.length + changedRows.length + fitting.length > 0;
}
