// Removes many rows in the background. A row that cannot be removed is skipped, so that it does not block others.
import { Prisma } from '../../generated/prisma/client';
import type { Among, RowsAside } from '../../platform/process/rows-aside';
import { columnsOf, modelNames, tableOf } from '../model/model-fields';
import type { Db } from './rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from './tenant-sql';

/** SQL condition on a column of this type: its value is one of `only` or, without `only`, none of `except`. */
export const amongSql = (column: Prisma.Sql, type: 'uuid' | 'tid', { except, only }: Among): Prisma.Sql =>
  only
    ? Prisma.sql`${column} = ANY(${[...only]}::text[]::${Prisma.raw(type)}[])`
    : Prisma.sql`${column} <> ALL(${[...except]}::text[]::${Prisma.raw(type)}[])`;

/**
 * Beginning of the name of the trigger function that refuses writes to an organization while it is moved to another
 * database. The id of the organization follows, without hyphens.
 */
export const holdPrefix = '_netloom_held_';

/**
 * SQL condition: writes to the organization with this id are refused, because it is being moved to another database.
 * Jobs leave its rows out. Otherwise, refused rows could fill each batch, and rows of other organizations would wait.
 */
export const isHeldSql = (organizationId: Prisma.Sql): Prisma.Sql => Prisma.sql`(${organizationId} = ANY(ARRAY(
  SELECT substr(proname::text, ${Prisma.raw(String(holdPrefix.length + 1))})::uuid FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND proname ~ '^${Prisma.raw(holdPrefix)}[0-9a-f]{32}$'))) IS TRUE`;

const tablesOfOrganizations: ReadonlySet<string> = new Set(
  modelNames.filter((model) => columnsOf(model).has('organizationId')).map(tableOf),
);

/**
 * Builds the SELECT of the rows to remove (`SELECT r.ctid …`). Its condition must include `isAmong`: the removal of
 * some rows has failed before, and `isAmong` leaves these rows out.
 */
type Old = (isAmong: Prisma.Sql) => Prisma.Sql;

/**
 * Calls `remove` with SQL that selects the rows to remove, except rows that could not be removed before. Returns the
 * number of removed rows.
 */
export function sweepRows(
  db: Db,
  rows: RowsAside,
  now: Date,
  old: Old,
  remove: (old: Prisma.Sql) => Promise<number>,
): Promise<number> {
  const oldAmong = (among: Among) => old(amongSql(Prisma.sql`r.ctid`, 'tid', among));
  const list = async (among: Among) => {
    const statement = Prisma.sql`SELECT old.ctid::text AS place FROM (${oldAmong(among)}) AS old`;
    const oldRows = await querySql<{ place: string }>(db, tenantSafeSql(systemScope, statement));
    return oldRows.map(({ place }) => place);
  };
  return rows.all(now, (among) => remove(oldAmong(among)), list);
}

/**
 * Deletes at most `atMost` rows of the table (alias `r`) that meet the condition. Rows that another process of the
 * service has locked are skipped, and rows of an organization that is being moved to another database.
 */
export function deleteOld(
  db: Db,
  rows: RowsAside,
  now: Date,
  { table, condition, atMost }: { readonly table: string; readonly condition: Prisma.Sql; readonly atMost: number },
): Promise<number> {
  const from = Prisma.raw(`"${table}"`);
  const isFree = tablesOfOrganizations.has(table)
    ? Prisma.sql`NOT ${isHeldSql(Prisma.sql`r.organization_id`)}`
    : Prisma.sql`TRUE`;
  const old: Old = (isAmong) => Prisma.sql`
    SELECT r.ctid FROM ${from} r WHERE ${condition} AND ${isFree} AND ${isAmong} LIMIT ${atMost}::int FOR UPDATE OF r SKIP LOCKED`;
  return sweepRows(db, rows.of(table), now, old, (places) => {
    const statement = Prisma.sql`DELETE FROM ${from} r USING (${places}) old WHERE r.ctid = old.ctid`;
    return executeSql(db, tenantSafeSql(systemScope, statement));
  });
}

/**
 * Deletes the log positions of writes that are over a day old. No replica that answers reads is that far behind.
 * Resolves with the number of positions that this call deleted.
 */
export function sweepWritePositions(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.written_at < now() - interval '1 day'`;
  return deleteOld(db, rows, now, { table: 'write_positions', condition, atMost: 5_000 });
}
