// Times of changes: when the changes of a transaction count as made, and up to which instant a network's history is
// final because no open transaction can still add to it.
import { setTimeout as pause } from 'node:timers/promises';
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import type { TenantSql } from './scoped-sql';
import { querySql, tenantSafeSql, viewerOf } from './tenant-sql';

/**
 * The time of this transaction's changes in the network. It becomes `valid_from` of the rows that the transaction
 * writes.
 */
export async function changeTime(tx: Db, networkId: string): Promise<Date> {
  const statement = Prisma.sql`SELECT change_time(${networkId}::uuid) AS at`;
  const [row] = await querySql<{ at: Date }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.at;
}

/** Maximum time to wait for open transactions that write, in milliseconds; most end within a few milliseconds. */
const patienceMs = 5_000;
const betweenLooksMs = 10;

/**
 * The current time in whole milliseconds, the resolution of all change times. The statement returns only after this
 * millisecond has ended, so that later changes get later times.
 */
const nowSql = `
  WITH taken AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
  SELECT at FROM taken WHERE pg_sleep(0.001)::text IS NOT NULL`;

/** The open transactions that change the network, or are about to, each with a time just before its changes. */
const writersSql = 'SELECT id, begun_at AS "begunAt" FROM network_writers($1::uuid)';

interface Writer {
  readonly id: string;
  readonly begunAt: Date;
}

/**
 * Waits until all transactions that are writing to the network now, or to its organization's tags, have ended. Returns
 * the time of the call: no transaction can change the network's state at this instant any more. If a transaction is
 * still open after `waitMs`, returns the instant before it began.
 */
export async function settledInstant(sql: TenantSql, networkId: string, { waitMs = patienceMs } = {}): Promise<Date> {
  const ask = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    sql.query<Row>(tenantSafeSql(sql.viewer, { text, values: [...values] }));
  const writers = () => ask<Writer>(writersSql, [networkId]);
  const [{ at }] = (await ask<{ at: Date }>(nowSql)) as [{ at: Date }];
  const until = Date.now() + waitMs;
  let openWriters = await writers();
  while (openWriters.length > 0 && Date.now() < until) {
    await pause(betweenLooksMs);
    const present = new Set((await writers()).map(({ id }) => id));
    openWriters = openWriters.filter(({ id }) => present.has(id));
  }
  return openWriters.length === 0 ? at : new Date(Math.min(...openWriters.map(({ begunAt }) => begunAt.getTime())) - 1);
}

/** Number of seconds that no transaction exceeds, imports included. */
export const longestTransactionSeconds = 180;

/**
 * On a replica, some transactions of the primary may not be replayed yet. They ended after the last replayed
 * transaction and took at most `longestTransactionSeconds`. So history is final up to this many seconds before the last
 * replayed transaction.
 */
const closedSql = `
  SELECT network_id AS "networkId", CASE WHEN pg_is_in_recovery() THEN
    least(at, coalesce(pg_last_xact_replay_timestamp(), 'epoch') - interval '${longestTransactionSeconds} seconds')
    ELSE at END AS at
  FROM closed_instants($1::uuid[])`;

/**
 * For each network, the instant up to which its history is final: all changes up to then are visible, and none can be
 * added.
 */
export async function closedInstants(
  { query, viewer }: TenantSql,
  networkIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const statement = tenantSafeSql(viewer, { text: closedSql, values: [networkIds] });
  const rows = await query<{ networkId: string; at: Date }>(statement);
  return new Map(rows.map(({ networkId, at }) => [networkId, at]));
}

export const closedInstant = async (sql: TenantSql, networkId: string): Promise<Date> =>
  (await closedInstants(sql, [networkId])).get(networkId)!;
