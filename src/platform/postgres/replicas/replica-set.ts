// Chooses the replica for the reads of a request: one that follows the primary, is not too far behind, and has what the
// caller wrote.
import { createHash } from 'node:crypto';
import type { LogPosition } from './position';
import { markOf, PrimaryLog, type PrimaryStatus } from './primary-log';
import { StatusPoll, type Query } from './status-poll';

/** Milliseconds after which a server that did not answer takes no reads. */
const heardWithinMs = 3_000;
/** Milliseconds that a read waits for a replica to have what its caller wrote. */
const longestWaitMs = 1_000;

/** What a replica says about itself. */
export interface ReplicaStatus {
  readonly isReplica: boolean;
  /** The position up to which it has replayed the primary's log. */
  readonly lsn: bigint;
  /** The mark of the last primary whose log it has replayed. */
  readonly mark: string | null;
  /** The timeline of its last checkpoint, which may be lower than the one that it replays. */
  readonly timeline: number;
  /** The last start of the server, a text that differs from that of any other start. */
  readonly startedAt: string;
}

/** A replica whose statements are sent by `sql`. */
export interface Replica<Sql> {
  readonly name: string;
  readonly sql: Sql;
  /** Its last start, by which connections make sure that they reach this server. */
  readonly startedAt: () => string | undefined;
}

/** What a read needs. */
export interface ReadDemand {
  /** Reads with the same key prefer the same replica, whose caches they share. */
  readonly key: string;
  /** The last start of the primary by which the caller was authenticated. */
  readonly primaryStartedAt: string;
  /** Positions of writes that the read must see. */
  readonly positions: readonly LogPosition[];
}

export interface ReplicaSetOptions<Sql> {
  readonly primaryUrl: string;
  readonly replicas: readonly { readonly url: string; readonly name: string }[];
  readonly maxLagMs: number;
  readonly readPrimary: (query: Query) => Promise<PrimaryStatus>;
  readonly readReplica: (query: Query) => Promise<ReplicaStatus>;
  /** Opens the means to send statements to a replica. */
  readonly open: (url: string, startedAt: () => string | undefined) => Sql;
  /** Closes the connections to a replica that does not answer or has become another server. Pending statements fail. */
  readonly cutOff: (sql: Sql) => void;
  /** Called when a replica begins or ceases to take reads, with the reason. */
  readonly onChange: (name: string, takesReads: boolean, reason: string) => void;
}

class Member<Sql> implements Replica<Sql> {
  status: ReplicaStatus | undefined;
  heardAt = -Infinity;
  /** Why it takes no reads; undefined if it takes reads. Null if that was not reported yet. */
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
   * Resolves with the replica for the reads of a request; undefined if the primary has to answer. Waits up to a second
   * for a replica that has everything that the caller wrote. A replica has the mark of the primary, so it has all
   * writes of earlier timelines.
   */
  async choose(demand: ReadDemand): Promise<Replica<Sql> | undefined> {
    if (!this.isCurrent(demand)) return undefined;
    const present = demand.positions.filter(({ timeline }) => timeline === this.timeline);
    const lsn = present.reduce((most, position) => (position.lsn > most ? position.lsn : most), 0n);
    const look = () => this.byPreference(demand.key).find(({ status }) => status!.lsn >= lsn);
    return look() ?? (this.byPreference(demand.key).length === 0 ? undefined : this.wait(demand, look));
  }

  /** Takes no more reads to a replica until it has answered again. */
  distrust(replica: Replica<Sql>): void {
    const member = this.members.find((one) => one === replica);
    if (member) member.status = undefined;
  }

  /** Whether the known primary is the present one, and no write is of a later timeline than its own. */
  private isCurrent({ primaryStartedAt, positions }: ReadDemand): boolean {
    const primary = this.log.current(performance.now(), heardWithinMs);
    if (primary?.startedAt !== primaryStartedAt) return false;
    return positions.every(({ timeline }) => timeline <= primary.timeline);
  }

  private async wait(demand: ReadDemand, look: () => Member<Sql> | undefined): Promise<Member<Sql> | undefined> {
    return new Promise((resolve) => {
      const end = (found: Member<Sql> | undefined) => {
        clearTimeout(timer);
        this.waiting.delete(check);
        if (this.waiting.size === 0) for (const { poll } of this.members) poll.calm();
        resolve(found);
      };
      const check = () => {
        const found = look();
        if (found || !this.isCurrent(demand) || this.byPreference(demand.key).length === 0) end(found);
      };
      const timer = setTimeout(() => end(undefined), longestWaitMs);
      this.waiting.add(check);
      for (const { poll } of this.members) poll.hurry();
    });
  }

  /** The replicas that take reads, in an order that is the same for each key. */
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
    // It was promoted and made a replica again: it has the mark, and then writes of its own.
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
    // A primary that was not heard of yet says nothing about the replica.
    if (isFirst && reason === 'the primary does not answer') return;
    member.reason = reason;
    if (!isFirst && wasAble === isAble) return;
    const cause = error instanceof Error ? `: ${error.message.split('\n')[0]}` : '';
    this.options.onChange(member.name, isAble, `${reason ?? 'it follows the primary'}${cause}`);
  }
}
