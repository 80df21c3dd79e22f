// What is known about the primary: its identity, and the log positions that it reported, with the times of the reports.
/** Identifies a run of the primary. The values change after a restart, a promotion, or a change to another server. */
export interface PrimaryServer {
  /** The last start of the server, a text that is unique to this start. */
  readonly startedAt: string;
  readonly timeline: number;
  /** Identifier of the database cluster, which its replicas share. */
  readonly systemId: string;
}

export interface PrimaryStatus extends PrimaryServer {
  readonly lsn: bigint;
}

/**
 * The text that identifies a running primary in its table `primary_marks`. A replica whose table has the same text
 * follows this primary.
 */
export const markOf = ({ startedAt, timeline, systemId }: PrimaryServer): string =>
  `${systemId} ${timeline} ${startedAt}`;

export class PrimaryLog {
  private server: PrimaryServer | undefined;
  /** Positions of the log, oldest first, each with the time in milliseconds at which this process first received it. */
  private positions: { readonly lsn: bigint; readonly at: number }[] = [];
  private heardAt = -Infinity;
  private last: { readonly lsn: bigint; readonly askedAt: number } | undefined;

  /** Positions are stored for `keptMs` milliseconds, which limits the lag that can be measured. */
  constructor(private readonly keptMs: number) {}

  hear(status: PrimaryStatus, now: number, askedAt = now): void {
    this.last = { lsn: status.lsn, askedAt };
    if (!this.server || markOf(this.server) !== markOf(status)) this.positions = [];
    this.server = status;
    this.heardAt = now;
    if (this.positions.at(-1)?.lsn !== status.lsn) this.positions.push({ lsn: status.lsn, at: now });
    while (this.positions.length > 1 && this.positions[0]!.at < now - this.keptMs) this.positions.shift();
  }

  /** The primary, if it has reported its status within the last `withinMs` milliseconds. */
  current(now: number, withinMs: number): PrimaryServer | undefined {
    return now - this.heardAt <= withinMs ? this.server : undefined;
  }

  /**
   * Whether a server has writes that the primary lacks, because its position is beyond the end of the primary's log.
   * False if this is unknown, because the primary has not reported its position since the server did.
   */
  isBehind(lsn: bigint, heardAt: number): boolean {
    return this.last !== undefined && heardAt <= this.last.askedAt && lsn > this.last.lsn;
  }

  /** By how many milliseconds a replica at this position is behind the primary. */
  lagOf(lsn: bigint, now: number): number {
    const missing = this.positions.find((position) => position.lsn > lsn);
    return missing ? now - missing.at : 0;
  }
}
