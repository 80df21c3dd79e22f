// Sweeps the marks that transactions leave on networks: caches need only the latest of each.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import type { RowsAside } from '../../platform/process/rows-aside';
import { deleteOld } from './sweep-rows';

/** Rows of one statement, so that no writer waits for long. */
const atMost = 5_000;
const keptMs = 3_600_000;

/**
 * Removes marks older than an hour, of transactions that none still running can precede; a network keeps its last one,
 * so that its change token never comes again. Answers how many went.
 */
export function sweepNetworkChanges(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  const condition = Prisma.sql`r.changed_at < ${before}::timestamptz
    AND r.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    AND (
      EXISTS (
        SELECT FROM network_changes newer WHERE newer.network_id = r.network_id AND newer.transaction_id > r.transaction_id
      )
      OR NOT EXISTS (SELECT FROM networks WHERE networks.id = r.network_id)
    )`;
  return deleteOld(db, rows, now, { table: 'network_changes', condition, atMost });
}
