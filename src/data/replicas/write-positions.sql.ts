// For each session or API key, the position of its last write in PostgreSQL's log (WAL). So the next read with the same
// session or key sees this write, even on a replica and through another process of the service.
import type { PrismaClient } from '../../generated/prisma/client';
import type { LogPosition } from '../../platform/postgres/replicas/position';
import { directSqlOf } from '../client';

/**
 * SQL for a text that is unique to the last start of the server: the start time of the postmaster, and the time at
 * which its statistics were reset. If a child process crashes, the same postmaster restarts the server, so
 * that only the second time changes. No setting of the connection changes the text.
 */
export const serverStartSql = `extract(epoch FROM pg_postmaster_start_time()) || ' ' ||
  coalesce(extract(epoch FROM (pg_stat_get_wal()).stats_reset), 0)`;

/**
 * SQL columns of `PositionRow` except `age_seconds`, for a statement that joins `write_positions` under the alias
 * `written`.
 */
export const positionColumns = `${serverStartSql} AS primary_started_at,
  written.timeline AS written_timeline, written.lsn::text AS written_lsn`;

/** What the check of a credential reads: the columns of `write_positions`, and the start of the primary. */
export interface PositionRow {
  readonly primary_started_at: string;
  readonly written_timeline: number | null;
  readonly written_lsn: string | null;
  /** Seconds since the credential or its user was created. */
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
 * Stores the present log position as that of the credential's last write, and resolves with it. The commit does not
 * wait for the disk or a replica, so a crash or a promotion may lose the position. After that, only replicas that
 * follow the new primary are read, and these have all earlier writes.
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
 * SQL that deletes positions that the log of this primary does not contain: of writes that a promotion has lost, or of
 * another cluster whose rows were loaded here. No replica would ever reach such a position.
 */
export const deleteUnknownPositionsSql = `
  DELETE FROM write_positions
  WHERE timeline > $1 OR timeline = $1 AND lsn > pg_current_wal_insert_lsn() - '0/0'`;
