// Chooses the replica for the reads of a request: a replica that follows the primary, is not too far behind, and has
// all writes of the caller.
import { createHash } from 'node:crypto';
import type { LogPosition } from './position';
import { markOf, PrimaryLog, type PrimaryStatus } from './primary-log';
import { StatusPoll, type Query } from './status-poll';

/** A server that has sent no status for this number of milliseconds gets no reads. */
const heardWithinMs = 3_000;
/** Maximum milliseconds that a read waits for a replica to have all writes of the read's caller. */
const longestWaitMs = 1_000;

/** The status that a replica reports. */
export interface ReplicaStatus {
  readonly isReplica: boolean;
  /** The position up to which the replica has replayed the primary's log. */
  readonly lsn: bigint;
  /** The identity (see `markOf`) of the last primary whose log the replica has replayed. */
  readonly mark: string | null;
  /** The timeline of the replica's last checkpoint, which may be lower than the timeline that it replays. */
  readonly timeline: number;
  /** The last start of the replica, a text that is unique to this start. */
  readonly startedAt: string;
}

/** A replica whose statements are sent by `sql`. */
export interface Replica<Sql> {
  readonly name: string;
  readonly sql: Sql;
  /** Identifies the last start of the replica, so that a connection can make sure that it reaches the same server. */
  readonly startedAt: () => string | undefined;
}

/** Decides which replica may answer a read. */
export interface ReadDemand {
  /** Reads with the same key prefer the same replica, so that they profit from its caches. */
  readonly key: string;
  /**
   * Start time of the primary on which the caller was authenticated. After a failover, the new primary may lack the
   * caller's writes.
   */
  readonly primaryStartedAt: string;
  /** Positions in the primary's log of writes that the read must see. */
  readonly positions: readonly LogPosition[];
}

export interface ReplicaSetOptions<Sql> {
  readonly primaryUrl: string;
  readonly replicas: readonly { readonly url: string; readonly name: string }[];
  readonly maxLagMs: number;
  readonly readPrimary: (query: Query) => Promise<PrimaryStatus>;
  readonly readReplica: (query: Query) => Promise<ReplicaStatus>;
  /** Creates the object that sends statements to a replica. */
  readonly open: (url: string, startedAt: () => string | undefined) => Sql;
  /** Closes the connections to a replica that does not answer or has been restarted. Pending statements fail. */
  readonly cutOff: (sql: Sql) => void;
  /** Called when a replica begins or ceases to take reads, with the reason. */
  readonly onChange: (name: string, takesReads: boolean, reason: string) => void;
}

class Member<Sql> implements Replica<Sql> {
  status: ReplicaStatus | undefined;
  heardAt = -Infinity;
  /** Why the replica takes no reads; undefined if it takes reads. Null if `onChange` has not been called for it yet. */
  reason: string | undefined | null = null;
  readonly sql: Sql;
  readonly startedAt = () => this.status?.startedAt;
  poll!: StatusPoll<ReplicaStatus>;

  constructor(
    readonly url: string,
    readonly name: string,
    open: ReplicaSetOptions<Sql>['open'],
  ) {
    this.sql = open(url, this.startedAt);
  }
}

export class ReplicaSet<Sql> {
  private readonly members: readonly Member<Sql>[];
  private readonly primary: StatusPoll<PrimaryStatus>;
  private readonly log: PrimaryLog;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly options: ReplicaSetOptions<Sql>) {
    const { primaryUrl, replicas, maxLagMs, open, readPrimary, readReplica } = options;
    this.log = new PrimaryLog(maxLagMs + heardWithinMs);
    this.primary = new StatusPoll({
      ...{ url: primaryUrl, read: readPrimary },
      onRow: (status, askedAt) => this.log.hear(status, performance.now(), askedAt),
      onFailure: () => undefined,
    });
    this.members = replicas.map(({ url, name }) => {
      const member = new Member(url, name, open);
      member.poll = new StatusPoll({
        ...{ url, read: readReplica },
        onRow: (status) => this.hear(member, status),
        onFailure: (error) => this.lose(member, error),
      });
      return member;
    });
  }

  start(): void {
    this.primary.start();
    for (const { poll } of this.members) poll.start();
  }

  close(): void {
    this.primary.close();
    for (const { poll } of this.members) poll.close();
    for (const look of this.waiting) look();
  }

  get all(): readonly Replica<Sql>[] {
    return this.members;
  }

  /** The timeline of the primary; undefined while it does not answer. */
  get timeline(): number | undefined {
    return this.log.current(performance.now(), heardWithinMs)?.timeline;
  }

  /**
   * Resolves with the replica that answers the reads of a request, or undefined if the primary has to. Waits up to a
   * second for a replica to have all of the caller's writes. Writes of earlier timelines need no check, because every
   * replica that takes reads follows the present primary.
   */
  async choose(demand: ReadDemand): Promise<Replica<Sql> | undefined> {
    if (!this.isCurrent(demand)) return undefined;
    const present = demand.positions.filter(({ timeline }) => timeline === this.timeline);
    const lsn = present.reduce((most, position) => (position.lsn > most ? position.lsn : most), 0n);
    const look = () => this.byPreference(demand.key).find(({ status }) => status!.lsn >= lsn);
    return look() ?? (this.byPreference(demand.key).length === 0 ? undefined : this.wait(demand, look));
  }

  /** Sends no more reads to a replica until it has answered again. */
  distrust(replica: Replica<Sql>): void {
    const member = this.members.find((one) => one === replica);
    if (member) member.status = undefined;
  }

  /** Whether the primary is still the server that authenticated the caller and received the caller's writes. */
  private isCurrent({ primaryStartedAt, positions }: ReadDemand): boolean {
    const primary = this.log.current(performance.now(), heardWithinMs);
    if (primary?.startedAt !== primaryStartedAt) return false;
    return positions.every(({ timeline }) => timeline <= primary.timeline);
  }

  private async wait(demand: ReadDemand, look: () => Member<Sql> | undefined): Promise<Member<Sql> | undefined> {
    return new Promise((resolve) => {
      const end = (member: Member<Sql> | undefined) => {
        clearTimeout(timer);
        this.waiting.delete(check);
        if (this.waiting.size === 0) for (const { poll } of this.members) poll.calm();
        resolve(member);
      };
      const check = () => {
        const member = look();
        if (member || !this.isCurrent(demand) || this.byPreference(demand.key).length === 0) end(member);
      };
      const timer = setTimeout(() => end(undefined), longestWaitMs);
      this.waiting.add(check);
      for (const { poll } of this.members) poll.hurry();
    });
  }

  /** The replicas that take reads. For the same key, their order is always the same. */
  private byPreference(key: string): Member<Sql>[] {
    const now = performance.now();
    const able = this.members.filter((member) => this.refusal(member, now) === undefined);
    if (able.length < 2) return able;
    const rank = ({ name }: Member<Sql>) => createHash('md5').update(`${key} ${name}`).digest('hex');
    return able
      .map((member) => ({ member, rank: rank(member) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ member }) => member);
  }

  /** Why a replica takes no reads; undefined if it takes reads. */
  private refusal({ status, heardAt }: Member<Sql>, now: number): string | undefined {
    const primary = this.log.current(now, heardWithinMs);
    if (!primary) return 'the primary does not answer';
    if (!status || now - heardAt > heardWithinMs) return 'it does not answer';
    if (!status.isReplica) return 'it is no replica';
    if (status.mark !== markOf(primary)) return 'it does not follow the primary';
    // The replica was promoted to a primary for a while, and has writes that the present primary lacks.
    if (status.timeline > primary.timeline || this.log.isBehind(status.lsn, heardAt))
      return 'it has left the log of the primary';
    const lag = this.log.lagOf(status.lsn, now);
    return lag > this.options.maxLagMs ? `it is ${(lag / 1_000).toFixed(1)} s behind` : undefined;
  }

  private hear(member: Member<Sql>, status: ReplicaStatus): void {
    const isOther = member.status && member.status.startedAt !== status.startedAt;
    member.status = status;
    member.heardAt = performance.now();
    if (isOther) this.options.cutOff(member.sql);
    this.report(member);
    for (const check of this.waiting) check();
  }

  private lose(member: Member<Sql>, error: unknown): void {
    member.status = undefined;
    this.options.cutOff(member.sql);
    this.report(member, error);
    for (const check of this.waiting) check();
  }

  private report(member: Member<Sql>, error?: unknown): void {
    const reason = this.refusal(member, performance.now());
    const wasAble = member.reason === undefined;
    const isFirst = member.reason === null;
    const isAble = reason === undefined;
    // Before the primary has sent its first status, nothing is known about the replicas, so nothing is reported.
    if (isFirst && reason === 'the primary does not answer') return;
    member.reason = reason;
    if (!isFirst && wasAble === isAble) return;
    const cause = error instanceof Error ? `: ${error.message.split('\n')[0]}` : '';
    this.options.onChange(member.name, isAble, `${reason ?? 'it follows the primary'}${cause}`);
  }
}
