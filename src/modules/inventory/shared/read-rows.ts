// Rows of a host that a scan reads as one table: those of a known key stay, under the bound of the table.
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
  /** What a row is known by among those of its host. */
  readonly keyOf: (row: Row) => string;
  /** Columns that change on a row that stays. */
  readonly columns: readonly string[];
  /** What is written of a row that is stored already; absent: what was read. */
  readonly settled?: (stored: Row, read: Row) => Row;
  /** Most rows of one host. */
  readonly most: number;
}

/** Where and when a report was read; `interfaceIds` are those of the host's interfaces by ifIndex. */
export interface Reading {
  readonly interfaceIds: ReadonlyMap<number, string>;
  readonly isComplete: boolean;
  readonly at: Date;
}

/** A table in a report of a host, declared once: its place in the inputs, and how its rows are written. */
export interface ReportedTable<R, C extends string = string> {
  readonly field: { readonly type: FieldType; readonly description: string; readonly extensions: object };
  /** The member of `interfaceDataComplete` that says whether it was read to its end, and what that is of. */
  readonly complete: C;
  readonly what: string;
  /** The caller holds the lock of the host. */
  readonly write: (tx: Db, viewer: Viewer, host: HostRef, rows: readonly R[], read: Reading) => Promise<void>;
  /** Finds anew what the rows of a network lead to, or those of one host. */
  readonly resolve?: (tx: Db, networkId: string, hostId?: string) => Promise<void>;
}

/** For the type checker: `R` follows from `write`. */
export const reportedTable = <R, const C extends string>(table: ReportedTable<R, C>): ReportedTable<R, C> => table;

const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
const isSame = (stored: unknown, read: unknown): boolean => textOf(stored) === textOf(read);

/**
 * Writes what was read of a host's table, under the lock of the host; the first of several rows with one key counts. Rows
 * that were not read go if the table was read to its end. Answers whether anything changed.
 */
export async function replaceReadRows(
  tx: Db,
  viewer: Viewer,
  { model, keyOf, columns, most, settled = (_stored, row) => row }: ReadTable,
  { id: hostId, networkId, isNew }: HostRef,
  read: { readonly rows: readonly Row[]; readonly isComplete: boolean; readonly at: Date },
): Promise<boolean> {
  const delegate = delegateOf(tx, model) as Delegate & { createMany(args: object): Promise<unknown> };
  const known = isNew
    ? []
    : await delegate.findMany({ where: { hostId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  const storedByKey = new Map((known as Row[]).map((row) => [keyOf(row), row] as const).reverse());
  const kept = new Set<unknown>();
  const [changed, made]: [Row[], Row[]] = [[], []];
  const wanted = new Map([...read.rows].reverse().map((row) => [keyOf(row), row] as const));
  for (const [key, row] of [...wanted].reverse()) {
    const stored = storedByKey.get(key);
    if (!stored) made.push(row);
    else {
      kept.add(stored.id);
      const next = settled(stored, row);
      if (columns.some((name) => !isSame(stored[name], next[name]))) changed.push({ ...next, id: stored.id });
    }
  }
  const gone = read.isComplete ? (known as Row[]).flatMap(({ id }) => (kept.has(id) ? [] : [id as string])) : [];
  const fitting = made.slice(0, Math.max(0, most - (known.length - gone.length)));
  const times = { createdAt: read.at, updatedAt: read.at, validFrom: read.at };
  if (gone.length > 0) await delegate.deleteMany({ where: { id: { in: gone } } });
  await setRows(tx, viewer, model, columns, changed);
  if (fitting.length > 0)
    await delegate.createMany({ data: fitting.map((row) => ({ ...row, ...times, hostId, networkId })) });
  return gone.length + changed.length + fitting.length > 0;
}
