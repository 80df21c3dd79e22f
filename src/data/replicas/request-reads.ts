// Decides which reads of a request replicas may answer: those of queries. The primary answers everything else: writes,
// transactions, and reads of credentials and rights.
import { DatabaseUnavailable } from '../../errors';
import type { PrismaClient } from '../../generated/prisma/client';
import type { LogPosition } from '../../platform/postgres/replicas/position';
import { isTooLong } from '../../platform/postgres/unavailable';
import type { Replica } from '../../platform/postgres/replicas/replica-set';
import { atOneMoment, directSqlOf } from '../client';
import { directSqlOn, type DirectSql, type SendStatement } from '../direct-sql';
import { replicasOf, type ReplicaSql, type Replicas } from './replicas';
import { recordWrite, type CredentialWrites } from './write-positions.sql';

/** The facts about the caller of a request that decide which replica may answer its reads. */
export interface ReadingCaller {
  readonly credentialId: string;
  readonly organizationId: string;
  readonly writes: CredentialWrites;
  /**
   * A position in PostgreSQL's log (WAL) that the caller sent with the request. The request must see the writes up to
   * this position, even if they were made with another credential.
   */
  readonly sentPosition: LogPosition | undefined;
}

export interface RequestReadsOptions {
  /** Maximum seconds by which a replica that answers may be behind the primary. */
  readonly maxLagSeconds: number;
  /** Called with the position of the request's writes in PostgreSQL's log (WAL). */
  readonly onRecorded: (position: LogPosition) => void;
  /** Called for each read of a query that replicas may answer, with the kind of server that answered it. */
  readonly onRead: (server: ReadServer) => void;
}
export type ReadServer = 'primary' | 'replica';

/** Seconds by which a replica may be further behind than its last measured lag. */
const marginSeconds = 5;

/** The reads of one request. All of them go to one replica, or from the first failure on to the primary. */
export class RequestReads {
  private isAllowed = false;
  private chosen: Promise<Replica<ReplicaSql> | undefined> | undefined;

  /** Returns the reads of a request; undefined if the client has no replicas. */
  static of(prisma: PrismaClient, caller: ReadingCaller, options: RequestReadsOptions): RequestReads | undefined {
    const replicas = replicasOf(prisma);
    return replicas && new RequestReads(prisma, replicas, caller, options);
  }

  private constructor(
    private readonly prisma: PrismaClient,
    private readonly replicas: Replicas,
    private readonly caller: ReadingCaller,
    private readonly options: RequestReadsOptions,
  ) {}

  /** Allows replicas to answer, because the request is a query. */
  allow(): void {
    this.isAllowed = true;
  }

  /** The replica for this request; undefined if the primary answers. */
  choose(): Promise<Replica<ReplicaSql> | undefined> | undefined {
    if (!this.isAllowed) return undefined;
    return (this.chosen ??= this.find());
  }

  private async find(): Promise<Replica<ReplicaSql> | undefined> {
    const { writes, sentPosition, organizationId: key } = this.caller;
    // A new credential was created together with other rows, such as its organization, which replicas may still lack.
    // So the primary answers until the credential is older.
    if (writes.ageSeconds < this.options.maxLagSeconds + marginSeconds) return undefined;
    const positions = [writes.position, sentPosition].filter((position) => position !== undefined);
    return this.replicas.choose({ key, primaryStartedAt: writes.primaryStartedAt, positions });
  }

  /** Counts a read. Reads of mutations are not counted, because only the primary may answer them. */
  count(server: ReadServer): void {
    if (this.isAllowed) this.options.onRead(server);
  }

  /** After a statement failed on the replica, the primary answers the rest of the request. */
  fail(replica: Replica<ReplicaSql>, error: unknown): void {
    this.chosen = Promise.resolve(undefined);
    replica.sql.onReadFailed(error);
    if (error instanceof DatabaseUnavailable && error.trouble === 'unreachable') this.replicas.distrust(replica);
  }

  /**
   * Runs a write, and stores its log position for the caller's next reads. Throws `DatabaseUnavailable` if the position
   * cannot be stored, because other processes could then answer from a replica without the write.
   */
  async aroundWrite<T>(write: () => Promise<T>): Promise<T> {
    try {
      const answer = await write();
      await this.record();
      return answer;
    } catch (error) {
      // A write may have committed changes before it failed, so its position is stored too.
      await this.record().catch(() => undefined);
      throw error;
    }
  }

  private async record(): Promise<void> {
    this.options.onRecorded(await recordWrite(this.prisma, this.caller.credentialId));
  }
}

/**
 * Sends statements without Prisma: reads to the server that `reads` chooses, all others to the primary. A read that
 * fails on a replica is sent to the primary, unless the replica cancelled it after the time limit.
 */
export function placedSql(prisma: PrismaClient, reads: RequestReads | undefined): DirectSql {
  const primarySql = directSqlOf(prisma);
  if (!reads) return primarySql;
  const send: SendStatement = async (text, values, wantsColumns, onRow, onRestart) => {
    const replica = await reads.choose();
    const sendToPrimary = () => (reads.count('primary'), primarySql.send(text, values, wantsColumns, onRow));
    if (!replica) return sendToPrimary();
    let hasRows = false;
    const onReplicaRow: typeof onRow = onRow && ((row, columns) => ((hasRows = true), onRow(row, columns)));
    try {
      const answer = await replica.sql.send(text, values, wantsColumns, onReplicaRow);
      reads.count('replica');
      return answer;
    } catch (error) {
      if (isTooLong(error)) throw error;
      reads.fail(replica, error);
      if (hasRows && !onRestart) throw error;
      if (hasRows) onRestart!();
      return sendToPrimary();
    }
  };
  const { reads: placedReads, query, queryTexts } = directSqlOn(send, primarySql.onQuery);
  return { ...primarySql, reads: placedReads, query, queryTexts };
}

/**
 * Runs reads on one snapshot, as `atOneMoment` in `client.ts` does, on the replica of the request. If the replica
 * fails, the work runs a second time, on the primary.
 */
export async function placedMoment<T>(
  prisma: PrismaClient,
  reads: RequestReads | undefined,
  work: (moment: PrismaClient) => Promise<T>,
): Promise<T> {
  const replica = await reads?.choose();
  const readPrimary = () => (reads?.count('primary'), atOneMoment(prisma, work));
  if (!reads || !replica) return readPrimary();
  try {
    const answer = await replica.sql.atOneMoment(work);
    reads.count('replica');
    return answer;
  } catch (error) {
    if (isTooLong(error)) throw error;
    reads.fail(replica, error);
    return readPrimary();
  }
}
