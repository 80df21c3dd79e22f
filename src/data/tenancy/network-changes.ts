// Finds networks that have changed, by the rows that each writing transaction adds to `network_changes`, and removes
// old rows.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import type { RowsAside } from '../../platform/process/rows-aside';
import type { ChangeSource, NetworkChange } from './poll';
import { deleteOld } from './sweep-rows';

/** Maximum number of rows per statement, so that no writer waits for long. */
const atMost = 5_000;
const keptMs = 3_600_000;

/**
 * SQL for the change token of a network: a text that differs after every change of the network. `networkId` is the SQL
 * expression of the network's id. The second number is the number of all marks that the network ever had: a sweep does
 * not change it, because the deleted marks are counted in `swept_changes`.
 */
export const changeTokenOf = (networkId: string): string => `(
  SELECT coalesce(max(transaction_id), 0) || '-' || (count(*)
    + coalesce((SELECT swept.mark_count FROM swept_changes swept WHERE swept.network_id = ${networkId}), 0))
  FROM network_changes WHERE network_id = ${networkId})`;

/** SQL for the change token of the network `n`. */
export const changeTokenSql = Prisma.raw(changeTokenOf('n.id'));

/**
 * Removes rows of `network_changes` that are older than an hour and whose transactions ended before any running
 * transaction began. A network keeps its last row, and a trigger counts the removed rows in `swept_changes`, so that no
 * sweep changes a change token. Also removes the counts of deleted networks. Returns the number of removed rows.
 */
export async function sweepNetworkChanges(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  const isDeletedSql = Prisma.sql`NOT EXISTS (SELECT FROM networks WHERE networks.id = r.network_id)`;
  const condition = Prisma.sql`r.changed_at < ${before}::timestamptz
    AND r.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    AND (
      EXISTS (
        SELECT FROM network_changes newer WHERE newer.network_id = r.network_id AND newer.transaction_id > r.transaction_id
      )
      OR ${isDeletedSql}
    )`;
  const markCount = await deleteOld(db, rows, now, { table: 'network_changes', condition, atMost });
  const isUnused = Prisma.sql`${isDeletedSql}
    AND NOT EXISTS (SELECT FROM network_changes mark WHERE mark.network_id = r.network_id)`;
  return markCount + (await deleteOld(db, rows, now, { table: 'swept_changes', condition: isUnused, atMost }));
}

const neverYet = '9223372036854775807';

/**
 * Selects networks with changes since the previous poll. As transactions do not end in the order in which they begin, a
 * poll also reads the changes of all transactions that were open at the previous poll.
 */
const changedSql = `
  SELECT watched.id AS "networkId", pg_snapshot_xmin(now.snapshot)::text AS oldest,
    (SELECT count(*)::int FROM network_changes c
      WHERE c.network_id = watched.id AND c.transaction_id >= watched.since) AS before,
    (SELECT count(*)::int FROM network_changes c
      WHERE c.network_id = watched.id
        AND c.transaction_id >= pg_snapshot_xmin(now.snapshot)::text::bigint) AS unsettled
  FROM unnest($1::uuid[], $2::bigint[]) AS watched (id, since), (SELECT pg_current_snapshot() AS snapshot) AS now`;

interface Mark {
  readonly networkId: string;
  readonly oldest: string;
  readonly before: number;
  readonly unsettled: number;
}

/** Reads which networks had a change of a historied row. */
export const networkChanges: ChangeSource<NetworkChange> = (sql) => {
  let marksByNetwork = new Map<string, Mark>();
  const read = async (networkIds: readonly string[]): Promise<NetworkChange[]> => {
    if (networkIds.length === 0) return ((marksByNetwork = new Map()), []);
    const since = networkIds.map((id) => marksByNetwork.get(id)?.oldest ?? neverYet);
    const marks = await sql.query<Mark>(changedSql, [networkIds, since]);
    const changed = marks.filter(({ networkId, before }) => before !== (marksByNetwork.get(networkId)?.unsettled ?? 0));
    marksByNetwork = new Map(marks.map((mark) => [mark.networkId, mark]));
    return changed.map(({ networkId }) => ({ key: networkId, networkId }));
  };
  return { read, onWrite: sql.onCommit };
};
