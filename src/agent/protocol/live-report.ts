// Progress reports of a session: only the latest counts, so a lost one is not sent again.
import type { SessionUpdate } from './wire';

export interface Standing {
  readonly phase: string;
  readonly percent: number;
  readonly machines: number;
  readonly secondsLeft?: number;
}
/** In milliseconds: when something has changed, and when nothing has. */
export interface ReportPace {
  readonly update: number;
  readonly idleUpdate: number;
}

export class LiveReport {
  private latest: Standing | undefined;
  private sent: string | undefined;
  private sentAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly update: (body: SessionUpdate) => Promise<void>,
    private readonly pace: ReportPace,
  ) {
    this.timer = setInterval(() => this.tick(), Math.min(1_000, pace.update));
  }

  note(progress: Standing): void {
    this.latest = progress;
  }

  send(body: Pick<SessionUpdate, 'phase' | 'progress'> & Partial<SessionUpdate>): Promise<void> {
    this.sentAt = performance.now();
    return this.update(body as SessionUpdate).catch(() => undefined);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    if (!this.latest) return;
    const { percent, machines, secondsLeft, phase } = this.latest;
    const state = JSON.stringify([percent, machines, phase]);
    const waited = performance.now() - this.sentAt;
    if (waited < (state === this.sent ? this.pace.idleUpdate : this.pace.update)) return;
    this.sent = state;
    void this.send({
      phase: 'Scanning',
      progress: percent,
      hosts_discovered: machines,
      estimated_remaining_secs: secondsLeft ?? null,
    });
  }
}
