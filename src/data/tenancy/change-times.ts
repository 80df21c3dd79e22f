// Times of changes: that of a transaction, and the latest instant that no open transaction will change.
import { setTimeout as pause } from 'node:timers/promises';
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import type { TenantSql } from './scoped-sql';
import { querySql, tenantSafeSql, viewerOf } from './tenant-sql';

/** When the changes of this transaction happen: what its rows' `valid_from` becomes. */
export async function changeTime(tx: Db): Promise<Date> {
  const [row] = await querySql<{ at: Date }>(tx, tenantSafeSql(viewerOf(tx), Prisma.sql`SELECT change_time() AS at`));
  return row!.at;
}

/** Longest wait for those who are writing; most write for some milliseconds. */
const patienceMs = 5_000;
const betweenLooksMs = 10;

/** Whole milliseconds, as all changes have; the answer comes when the clock has passed them: later changes get later times. */
const nowSql = `
  WITH taken AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
  SELECT at FROM taken WHERE pg_sleep(0.001)::text IS NOT NULL`;

/** Transactions that have taken the time of their changes, or are about to, with a moment just before it. */
const writersSql = 'SELECT id, begun_at AS "begunAt" FROM history_writers()';

interface Writer {
  readonly id: string;
  readonly begunAt: Date;
}

/**
 * Now, once all current writers have ended; transactions that begin later are neither waited for nor delayed.
 * Where they do not end in time, the instant before the first of them began to write.
 */
export async function settledInstant(sql: TenantSql, { waitMs = patienceMs } = {}): Promise<Date> {
  const ask = <Row extends object>(text: string) => sql.query<Row>(tenantSafeSql(sql.viewer, { text, values: [] }));
  const [{ at }] = (await ask<{ at: Date }>(nowSql)) as [{ at: Date }];
  const until = Date.now() + waitMs;
  let left = await ask<Writer>(writersSql);
  while (left.length > 0 && Date.now() < until) {
    await pause(betweenLooksMs);
    const present = new Set((await ask<Writer>(writersSql)).map(({ id }) => id));
    left = left.filter(({ id }) => present.has(id));
  }
  return left.length === 0 ? at : new Date(Math.min(...left.map(({ begunAt }) => begunAt.getTime())) - 1);
}

/** The clock is read before the locks: who takes its time later has a later one than the clock had. */
const closedSql = `
  WITH taken AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
  SELECT least(taken.at, (SELECT min(begun_at) FROM history_writers() WHERE taken.at IS NOT NULL))
    - interval '1 millisecond' AS at
  FROM taken`;

/** The latest instant whose changes, and all earlier ones, later statements see: nobody who is writing changes them any more. */
export async function closedInstant({ query, viewer }: TenantSql): Promise<Date> {
  const [row] = await query<{ at: Date }>(tenantSafeSql(viewer, { text: closedSql, values: [] }));
  return row!.at;
}
