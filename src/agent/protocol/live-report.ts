// Sends progress reports of a session. A progress report that is lost is not sent again, because the next report
// replaces it.
import type { SessionUpdate } from './wire';

export interface ReportedProgress {
  readonly phase: string;
  readonly percent: number;
  readonly machines: number;
  readonly secondsLeft?: number;
}
/** Milliseconds between progress reports: `update` after a change of the progress, `idleUpdate` without a change. */
export interface ReportPace {
  readonly update: number;
  readonly idleUpdate: number;
}

export class LiveReport {
  private latest: ReportedProgress | undefined;
  private sentState: string | undefined;
  private sentAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly update: (body: SessionUpdate) => Promise<void>,
    private readonly pace: ReportPace,
  ) {
    this.timer = setInterval(() => this.tick(), Math.min(1_000, pace.update));
  }

  note(progress: ReportedProgress): void {
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
    const elapsedMs = performance.now() - this.sentAt;
    if (elapsedMs < (state === this.sentState ? this.pace.idleUpdate : this.pace.update)) return;
    this.sentState = state;
    void this.send({
      phase: 'Scanning',
      progress: percent,
      hosts_discovered: machines,
      estimated_remaining_secs: secondsLeft ?? null,
    });
  }
}
