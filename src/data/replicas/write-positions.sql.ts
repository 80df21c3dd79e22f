// For each session or API key, the position of its last write in PostgreSQL's log (WAL). So the next read with the same
// session or key sees this write, even on a replica and through another process of the service.
import type { PrismaClient } from '../../generated/prisma/client';
import type { LogPosition } from '../../platform/postgres/replicas/position';
import { directSqlOf } from '../client';

/**
 * SQL for a text that changes with each start of the database server: the start times of its main process and of its
 * statistics. After a crash of a child process, the main process keeps running and restarts all others, which changes
 * only the start time of the statistics.
 */
export const serverStartSql = `extract(epoch FROM pg_postmaster_start_time()) || ' ' ||
  coalesce(extract(epoch FROM (pg_stat_get_wal()).stats_reset), 0)`;

/**
 * SQL columns of `PositionRow`, except `age_seconds`. The statement must join the table `write_positions` as `written`.
 */
export const positionColumns = `${serverStartSql} AS primary_started_at,
  written.timeline AS written_timeline, written.lsn::text AS written_lsn`;

/**
 * What is read from the primary when a credential (session or API key) is checked: the position of the credential's
 * last write, and the start time of the primary.
 */
export interface PositionRow {
  readonly primary_started_at: string;
  readonly written_timeline: number | null;
  readonly written_lsn: string | null;
  /**
   * Seconds since the credential or its user was created, whichever is newer. A replica may lack a credential that was
   * created a few seconds ago, so the primary serves requests with it.
   */
  readonly age_seconds: number;
}

/** What the primary knows about the writes of a credential. */
export interface CredentialWrites {
  /** Start of the primary that was queried, as `serverStartSql` returns it. */
  readonly primaryStartedAt: string;
  readonly position: LogPosition | undefined;
  readonly ageSeconds: number;
}

export const credentialWrites = (row: PositionRow): CredentialWrites => ({
  primaryStartedAt: row.primary_started_at,
  position:
    row.written_timeline === null || row.written_lsn === null
      ? undefined
      : { timeline: row.written_timeline, lsn: BigInt(row.written_lsn) },
  ageSeconds: row.age_seconds,
});

/**
 * Stores and returns the current position in the write-ahead log as the position of the credential's last write. The
 * commit does not wait for the disk, so a crash may lose the position. That does no harm: after a crash, only replicas
 * that have all earlier writes are read.
 */
export async function recordWrite(prisma: PrismaClient, credentialId: string): Promise<LogPosition> {
  const [row] = await directSqlOf(prisma).query<{ timeline: number; lsn: string }>(
    `INSERT INTO write_positions (credential_id, timeline, lsn)
     SELECT $1::uuid, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int,
       pg_current_wal_insert_lsn() - '0/0'
     FROM set_config('synchronous_commit', 'off', true)
     ON CONFLICT (credential_id) DO UPDATE
       -- Read again under the lock of the row, so that a later write never gets a lower position.
       SET timeline = excluded.timeline, lsn = pg_current_wal_insert_lsn() - '0/0', written_at = now()
     RETURNING timeline, lsn::text AS lsn`,
    [credentialId],
  );
  return { timeline: row!.timeline, lsn: BigInt(row!.lsn) };
}

/**
 * SQL that deletes log positions that the log of this primary does not reach, for instance because a failover lost
 * these writes. No replica would ever reach such a position.
 */
export const deleteUnknownPositionsSql = `
  DELETE FROM write_positions
  WHERE timeline > $1 OR timeline = $1 AND lsn > pg_current_wal_insert_lsn() - '0/0'`;
