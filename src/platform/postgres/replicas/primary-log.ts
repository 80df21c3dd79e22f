// What is known about the primary: which server it is, and when its log had which position.
/** The server that is the primary. Another server, a restart and a promotion each make another one of it. */
export interface PrimaryServer {
  /** Its last start, a text that differs from that of any other start. */
  readonly startedAt: string;
  readonly timeline: number;
  /** Identifier of the database cluster, which its replicas share. */
  readonly systemId: string;
}

export interface PrimaryStatus extends PrimaryServer {
  readonly lsn: bigint;
}

/** Text that identifies a primary in its row of marks: a replica that has the row follows this primary. */
export const markOf = ({ startedAt, timeline, systemId }: PrimaryServer): string =>
  `${systemId} ${timeline} ${startedAt}`;

export class PrimaryLog {
  private server: PrimaryServer | undefined;
  /** Positions of the log with the time in milliseconds at which each was first heard of, oldest first. */
  private positions: { readonly lsn: bigint; readonly at: number }[] = [];
  private heardAt = -Infinity;
  private last: { readonly lsn: bigint; readonly askedAt: number } | undefined;

  /** `keptMs`: age up to which positions are kept; a replica that lacks an older one is behind by more than that. */
  constructor(private readonly keptMs: number) {}

  hear(status: PrimaryStatus, now: number, askedAt = now): void {
    this.last = { lsn: status.lsn, askedAt };
    if (!this.server || markOf(this.server) !== markOf(status)) this.positions = [];
    this.server = status;
    this.heardAt = now;
    if (this.positions.at(-1)?.lsn !== status.lsn) this.positions.push({ lsn: status.lsn, at: now });
    while (this.positions.length > 1 && this.positions[0]!.at < now - this.keptMs) this.positions.shift();
  }

  /** The primary, if it was heard of within `withinMs`. */
  current(now: number, withinMs: number): PrimaryServer | undefined {
    return now - this.heardAt <= withinMs ? this.server : undefined;
  }

  /** Whether a position that a server had before the primary was last asked is beyond the log of the primary. */
  isBehind(lsn: bigint, heardAt: number): boolean {
    return this.last !== undefined && heardAt <= this.last.askedAt && lsn > this.last.lsn;
  }

  /** Milliseconds since the primary had the oldest known position that a replica at this position lacks. */
  lagOf(lsn: bigint, now: number): number {
    const missing = this.positions.find((position) => position.lsn > lsn);
    return missing ? now - missing.at : 0;
  }
}
