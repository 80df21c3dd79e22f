// When a transaction's changes take effect in a network, and the latest instant of a network that no open transaction
// can still change.
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

/**
 * Selects the open transactions that have changed the network, or are about to change it. Each transaction comes with a
 * time just before the time of its changes.
 */
const writersSql = 'SELECT id, begun_at AS "begunAt" FROM network_writers($1::uuid)';

interface Writer {
  readonly id: string;
  readonly begunAt: Date;
}

/**
 * Waits for all current writers of the network and of its organization's tags, and returns the time of the call. Later
 * transactions are neither waited for nor delayed. If a writer remains after `waitMs`, returns the instant before the
 * first remaining writer began.
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
 * On a replica, `closed_instants` knows neither the open transactions of the primary nor how far behind the replica is.
 * But a transaction that the replica lacks ended after the last one that it replayed. So it began no earlier than
 * `longestTransactionSeconds` before the end of that last one.
 */
const closedSql = `
  SELECT network_id AS "networkId", CASE WHEN pg_is_in_recovery() THEN
    least(at, coalesce(pg_last_xact_replay_timestamp(), 'epoch') - interval '${longestTransactionSeconds} seconds')
    ELSE at END AS at
  FROM closed_instants($1::uuid[])`;

/**
 * For each network the latest instant that is final: later statements see all changes up to it, and no open transaction
 * can add a change up to it.
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
