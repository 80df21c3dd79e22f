// The position of the last write of each session and API key, so that its next read sees the write, also on a replica
// and through another process.
import type { PrismaClient } from '../../generated/prisma/client';
import type { LogPosition } from '../../platform/postgres/replicas/position';
import { directSqlOf } from '../client';

/** SQL for the start time of the server in seconds since 1970, a text that no setting of the connection changes. */
export const serverStartSql = 'extract(epoch FROM pg_postmaster_start_time())::text';

/**
 * SQL columns of `PositionRow` without `age_seconds`. The statement joins `write_positions` as `written`.
 */
export const positionColumns = `${serverStartSql} AS primary_started_at,
  written.timeline AS written_timeline, written.lsn::text AS written_lsn,
  extract(epoch FROM now() - written.written_at)::double precision AS written_age`;

/** The columns of `write_positions`, and the server, which the check of a credential reads. */
export interface PositionRow {
  readonly primary_started_at: string;
  readonly written_timeline: number | null;
  readonly written_lsn: string | null;
  /** Seconds since the last write. */
  readonly written_age: number | null;
  /** Seconds since the credential or its user was created. */
  readonly age_seconds: number;
}

/** What is known on the primary about the writes of a credential. */
export interface CredentialWrites {
  /** Start time of the primary that was asked. */
  readonly primaryStartedAt: string;
  readonly position: LogPosition | undefined;
  /** Seconds since the last write; infinite without one. */
  readonly writtenAge: number;
  readonly ageSeconds: number;
}

export const credentialWrites = (row: PositionRow): CredentialWrites => ({
  primaryStartedAt: row.primary_started_at,
  position:
    row.written_timeline === null || row.written_lsn === null
      ? undefined
      : { timeline: row.written_timeline, lsn: BigInt(row.written_lsn) },
  writtenAge: row.written_age ?? Infinity,
  ageSeconds: row.age_seconds,
});

/**
 * Stores the present position of the log as that of the credential's last write, and resolves with it. Storing does not
 * wait for the disk or a replica. A crash or a promotion may lose it, but then reads need a replica that follows the
 * new primary, and such a replica has all earlier writes.
 */
export async function recordWrite(prisma: PrismaClient, credentialId: string): Promise<LogPosition> {
  const [row] = await directSqlOf(prisma).query<{ timeline: number; lsn: string }>(
    `INSERT INTO write_positions AS stored (credential_id, timeline, lsn)
     SELECT $1::uuid, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int,
       pg_current_wal_insert_lsn() - '0/0'
     FROM set_config('synchronous_commit', 'off', true)
     ON CONFLICT (credential_id) DO UPDATE
       SET timeline = excluded.timeline, lsn = greatest(stored.lsn, excluded.lsn), written_at = now()
     RETURNING timeline, lsn::text AS lsn`,
    [credentialId],
  );
  return { timeline: row!.timeline, lsn: BigInt(row!.lsn) };
}
