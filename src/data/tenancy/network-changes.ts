// Sweeps the marks that transactions leave on networks: caches need only the latest of each.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import { everyone, executeSql, tenantSafeSql } from './tenant-sql';

/** Rows of one statement, so that no writer waits for long. */
const atMost = 5_000;
const keptMs = 3_600_000;

/**
 * Removes marks older than an hour, of transactions that none still running can precede; a network keeps its last one,
 * so that its change token never comes again. Answers how many went.
 */
export async function sweepNetworkChanges(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  const statement = Prisma.sql`
    DELETE FROM network_changes WHERE (network_id, transaction_id) IN (
      SELECT old.network_id, old.transaction_id FROM network_changes old
      WHERE old.changed_at < ${before}::timestamptz
        AND old.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        AND (
          EXISTS (
            SELECT FROM network_changes newer
            WHERE newer.network_id = old.network_id AND newer.transaction_id > old.transaction_id
          )
          OR NOT EXISTS (SELECT FROM networks WHERE networks.id = old.network_id)
        )
      LIMIT ${atMost}::int
    )`;
  return executeSql(db, tenantSafeSql(everyone, statement));
}
