// The position of the last write of each session and API key, so that its next read sees the write, also on a replica
// and through another process.
import type { PrismaClient } from '../../generated/prisma/client';
import type { LogPosition } from '../../platform/postgres/replicas/position';
import { directSqlOf } from '../client';

/**
 * SQL for the last start of the server in seconds since 1970, a text that no setting of the connection changes. After
 * the crash of a child process, the postmaster starts the server again within its own process. Such a start discards
 * the server's statistics, so their reset time tells it apart.
 */
export const serverStartSql = `extract(epoch FROM pg_postmaster_start_time()) || ' ' ||
  coalesce(extract(epoch FROM (pg_stat_get_wal()).stats_reset), 0)`;

/**
 * SQL columns of `PositionRow` without `age_seconds`. The statement joins `write_positions` as `written`.
 */
export const positionColumns = `${serverStartSql} AS primary_started_at,
  written.timeline AS written_timeline, written.lsn::text AS written_lsn`;

/** The columns of `write_positions`, and the server, which the check of a credential reads. */
export interface PositionRow {
  readonly primary_started_at: string;
  readonly written_timeline: number | null;
  readonly written_lsn: string | null;
  /** Seconds since the credential or its user was created. */
  readonly age_seconds: number;
}

/** What is known on the primary about the writes of a credential. */
export interface CredentialWrites {
  /** Start of the primary that was asked, as `serverStartSql` returns it. */
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
 * Stores the present position of the log as that of the credential's last write, and resolves with it. Storing does not
 * wait for the disk or a replica. A crash or a promotion may lose it, but then reads need a replica that follows the
 * new primary, and such a replica has all earlier writes.
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
 * SQL that deletes positions which the log of this primary does not have, of writes that a promotion has lost or of
 * another cluster whose rows were loaded here. No replica would ever reach them.
 */
export const deleteUnknownPositionsSql = `
  DELETE FROM write_positions
  WHERE timeline > $1 OR timeline = $1 AND lsn > pg_current_wal_insert_lsn() - '0/0'`;
