// An instant that nobody changes any more: every transaction that took its time up to then has ended.
import { setTimeout as pause } from 'node:timers/promises';
import { directSqlOf } from '../db/client';
import type { PrismaClient } from '../generated/prisma/client';

/** Longest wait for those who are writing; most write for some milliseconds. */
const patienceMs = 5_000;
const betweenLooksMs = 10;

/** Whole milliseconds, as all changes have; the answer comes when the clock has passed them: later changes get later times. */
const nowSql = `
  WITH taken AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
  SELECT at FROM taken WHERE pg_sleep(0.001)::text IS NOT NULL`;

/** Transactions that have taken the time of their changes, with when each began. */
const writersSql = `
  SELECT held.virtualtransaction AS id, session.xact_start AS "startedAt"
  FROM pg_locks held LEFT JOIN pg_stat_activity session ON session.pid = held.pid
  WHERE held.locktype = 'advisory' AND held.objsubid = 1 AND held.granted
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (held.classid::bigint << 32 | held.objid::bigint) = history_lock_key()`;

interface Writer {
  readonly id: string;
  /** Null where another role's transactions are none of ours to see. */
  readonly startedAt: Date | null;
}

/**
 * Now, once those who are writing at this moment have ended; whoever begins later is neither waited for nor kept waiting.
 * Where they do not end in time, the instant before the oldest of them began.
 */
export async function settledInstant(prisma: PrismaClient, { waitMs = patienceMs } = {}): Promise<Date> {
  const { query } = directSqlOf(prisma);
  const [{ at }] = (await query<{ at: Date }>(nowSql, [])) as [{ at: Date }];
  const until = Date.now() + waitMs;
  let left = await query<Writer>(writersSql, []);
  while (left.length > 0 && Date.now() < until) {
    await pause(betweenLooksMs);
    const present = new Set((await query<Writer>(writersSql, [])).map(({ id }) => id));
    left = left.filter(({ id }) => present.has(id));
  }
  return left.length === 0 ? at : beforeAll(left);
}

function beforeAll(writers: readonly Writer[]): Date {
  const starts = writers.map(({ startedAt }) => {
    if (!startedAt) throw new Error('a transaction of another database role goes on writing, and hides when it began');
    return startedAt.getTime();
  });
  return new Date(Math.min(...starts) - 1);
}
