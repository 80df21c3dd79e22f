// The replicas from which a client reads, and the connections to these replicas. `request-reads.ts` decides which reads
// of a request are sent to a replica.
import type { PrismaClient } from '../../generated/prisma/client';
import { ReplicaSet, type ReplicaStatus } from '../../platform/postgres/replicas/replica-set';
import { markOf, type PrimaryStatus } from '../../platform/postgres/replicas/primary-log';
import type { Query } from '../../platform/postgres/replicas/status-poll';
import type { SharedPool } from '../../platform/postgres/shared-pool';
import { statementNames } from '../../platform/postgres/statement-names';
import { runTransaction } from '../../platform/postgres/transaction';
import { namingTrouble } from '../../platform/postgres/unavailable';
import { directSqlOf, modelsOf, oneMoment } from '../client';
import { openPool, type ClientOptions } from '../connection-pool';
import { directSqlOn, statementsOn, type SendStatement } from '../direct-sql';
import { deleteUnknownPositionsSql, serverStartSql } from './write-positions.sql';

/** Sends reads to one replica. */
export interface ReplicaSql {
  readonly send: SendStatement;
  /** Runs reads on one snapshot, as `atOneMoment` in `client.ts` does, but on the replica. */
  atOneMoment<T>(work: (moment: PrismaClient) => Promise<T>): Promise<T>;
  readonly pool: SharedPool;
  readonly onReadFailed: (error: unknown) => void;
}
export type Replicas = ReplicaSet<ReplicaSql>;

export interface ReplicaOptions extends ClientOptions {
  readonly primaryUrl: string;
  readonly readUrls: readonly string[];
  /** Maximum seconds by which a replica that takes reads may be behind the primary. */
  readonly maxLagSeconds: number;
  /** Called when a replica begins or ceases to take reads, with the reason. */
  readonly onChange: (replica: string, takesReads: boolean, reason: string) => void;
  /** Called when a replica failed a read, which the primary then answers. */
  readonly onReadFailed: (replica: string, error: unknown) => void;
}

const systemSql = `(SELECT system_identifier FROM pg_control_system())::text`;

/** Seconds that a read waits for a connection to a replica. */
const connectTimeoutSeconds = 2;

const replicaSets = new WeakMap<PrismaClient, Replicas>();

/** The replicas of the client; undefined if it has none. */
export const replicasOf = (prisma: PrismaClient): Replicas | undefined => replicaSets.get(prisma);

/** Lets the client read from replicas. Returns a function that ends all connections to them. */
export function readFromReplicas(prisma: PrismaClient, options: ReplicaOptions): () => Promise<void> {
  const { primaryUrl, readUrls, maxLagSeconds, onChange } = options;
  const replicas: Replicas = new ReplicaSet<ReplicaSql>({
    ...{ primaryUrl, readPrimary, readReplica, onChange, maxLagMs: maxLagSeconds * 1_000 },
    replicas: readUrls.map((url) => ({ url, name: new URL(url).host })),
    open: (url, startedAt) => openReplica(prisma, url, options, startedAt),
    cutOff: ({ pool }) => pool.cutOff('the replica does not answer'),
  });
  replicaSets.set(prisma, replicas);
  replicas.start();
  return async () => {
    replicas.close();
    await Promise.all(replicas.all.map(({ sql: { pool } }) => pool.end()));
  };
}

function openReplica(
  prisma: PrismaClient,
  url: string,
  options: ReplicaOptions,
  startedAt: () => string | undefined,
): ReplicaSql {
  const names = options.preparedStatements === false ? undefined : statementNames();
  // Refuses a connection whose server is not the replica that was checked: an address may lead to several servers, for
  // instance behind a load balancer.
  const check = () => `; SET default_transaction_read_only = on;
    SELECT 1 / (pg_is_in_recovery() AND ${serverStartSql} = '${startedAt() ?? ''}')::int`;
  // If the replica accepts no connection within `connectTimeoutSeconds`, the primary answers the request.
  const pool = openPool(url, { ...options, connectTimeoutSeconds }, names, check);
  const onTrouble = () => undefined;
  const primarySql = directSqlOf(prisma);
  return {
    pool,
    onReadFailed: (error) => options.onReadFailed(new URL(url).host, error),
    send: statementsOn(pool, names?.nameOf, onTrouble),
    atOneMoment: (work) =>
      namingTrouble(
        runTransaction(pool, oneMoment, (connection) => {
          const connectionSql = directSqlOn(statementsOn(connection, names?.nameOf, onTrouble), options.onQuery);
          return work(modelsOf({ ...primarySql, ...connectionSql }) as PrismaClient);
        }),
        onTrouble,
      ),
  };
}

interface PrimaryRow {
  readonly startedAt: string;
  readonly systemId: string;
  readonly timeline: number;
  readonly lsn: string;
  readonly mark: string | null;
}

/**
 * Reads the state of the primary, and stores in the table `primary_marks` a text that identifies the primary since its
 * last start. A replica that has the same text in this table follows this primary.
 */
async function readPrimary(query: Query): Promise<PrimaryStatus> {
  const [row] = await query<PrimaryRow>(`
    SELECT ${serverStartSql} AS "startedAt", ${systemSql} AS "systemId",
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline,
      (pg_current_wal_flush_lsn() - '0/0')::text AS lsn, (SELECT mark FROM primary_marks) AS mark`);
  const status = { ...row!, lsn: BigInt(row!.lsn) };
  const mark = markOf(status);
  if (row!.mark === mark) return status;
  await query(
    `INSERT INTO primary_marks (mark) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET mark = excluded.mark
     WHERE primary_marks.mark <> excluded.mark`,
    [mark],
  );
  await query(deleteUnknownPositionsSql, [status.timeline]);
  return status;
}

async function readReplica(query: Query): Promise<ReplicaStatus> {
  const [row] = await query<Omit<ReplicaStatus, 'lsn'> & { readonly lsn: string }>(`
    SELECT pg_is_in_recovery() AS "isReplica", ${serverStartSql} AS "startedAt",
      (SELECT greatest(c.timeline_id, r.min_recovery_end_timeline) FROM pg_control_checkpoint() c, pg_control_recovery() r)
        AS timeline,
      coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text AS lsn, (SELECT mark FROM primary_marks) AS mark`);
  return { ...row!, lsn: BigInt(row!.lsn) };
}
