// Times in a demo network: its finished discovery runs, and when each row was first and last seen.
import type { Chance } from './chance';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Run {
  readonly id: string;
  readonly sessionId: string;
  readonly phase: 'Complete' | 'Failed' | 'Cancelled';
  readonly kind: 'scheduled' | 'ad hoc';
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** When a discovered row was first and last seen. */
export interface Seen {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly validFrom: string;
  readonly lastSeenAt: string;
  readonly firstDiscoveryId: string | null;
  readonly lastDiscoveryId: string | null;
  readonly isStale: boolean;
}

/** Discovery runs: days before now, the final phase, and the kind. */
const past: readonly [daysAgo: number, phase: Run['phase'], kind: Run['kind']][] = [
  [83, 'Complete', 'scheduled'],
  [62, 'Complete', 'scheduled'],
  [41, 'Complete', 'scheduled'],
  [20, 'Complete', 'scheduled'],
  [13, 'Failed', 'scheduled'],
  [9, 'Complete', 'ad hoc'],
  [4, 'Cancelled', 'ad hoc'],
  [1, 'Complete', 'scheduled'],
];

export const at = (time: number): string => new Date(time).toISOString();

export class Timeline {
  readonly runs: readonly Run[];
  private readonly complete: readonly Run[];
  private seenCount = 0;
  private drawnCount = 0;

  /**
   * `lagDays`: days since the daemon last reported. `delayDays`: by how many days the network's first discovery run was
   * later than the first run of other networks.
   */
  constructor(
    readonly now: number,
    chance: Chance,
    idOf: (path: string) => string,
    private readonly expectedHosts: number,
    lagDays = 0,
    delayDays = 0,
  ) {
    // Scheduled discovery runs of the demo start at 02:00 UTC.
    const latest = Math.floor((now - 4 * hour) / day) * day + 2 * hour - lagDays * day;
    this.runs = past.map(([daysAgo, phase, kind], index) => {
      const startedAt =
        latest -
        (daysAgo - 1 - (index === 0 ? delayDays + lagDays : 0)) * day +
        (kind === 'ad hoc' ? chance.between(6 * 60, 14 * 60) * minute : 0);
      const share = phase === 'Complete' ? 1 : 0.3;
      const finishedAt = startedAt + Math.round(share * (14 + chance.between(0, 9)) * minute);
      return { id: idOf(`run/${index}`), sessionId: idOf(`session/${index}`), phase, kind, startedAt, finishedAt };
    });
    this.complete = this.runs.filter((run) => run.phase === 'Complete');
  }

  get lastRun(): Run {
    return this.complete.at(-1)!;
  }

  /** When users set up the network, which is before the first run. */
  get beginning(): number {
    return this.runs[0]!.startedAt - 3 * hour;
  }

  /** The first and last time at which discovery runs have seen a row that every run sees. */
  always(): Seen {
    return this.between(this.complete[0]!, this.lastRun);
  }

  /** Random times of a host: most hosts have been known for long, some are new, a few have not been seen for weeks. */
  draw(chance: Chance): Seen {
    const roll = chance.next();
    const [first, , third, , fifth] = this.complete as [Run, Run, Run, Run, Run, Run];
    // At least one host is always new, so that every network's past differs from its present.
    this.drawnCount += 1;
    if (this.drawnCount === 5) return this.between(this.lastRun, this.lastRun);
    if (roll < 0.04) return { ...this.between(first, third), isStale: true };
    if (roll < 0.12) return this.between(third, this.lastRun);
    if (roll < 0.17) return this.between(fifth, this.lastRun);
    if (roll < 0.21) return this.between(this.lastRun, this.lastRun);
    return this.always();
  }

  /** The times of a row that a user entered. */
  manual(daysAgo: number): Seen {
    const time = at(Math.max(this.now - daysAgo * day, this.beginning));
    return {
      createdAt: time,
      updatedAt: time,
      validFrom: time,
      lastSeenAt: time,
      firstDiscoveryId: null,
      lastDiscoveryId: null,
      isStale: false,
    };
  }

  private between(first: Run, last: Run): Seen {
    // A run reports its hosts one after the other, so their times differ.
    const progress = Math.min(this.seenCount++ / this.expectedHosts, 1);
    const moment = (run: Run) =>
      at(run.startedAt + Math.round((run.finishedAt - run.startedAt) * (0.1 + 0.85 * progress)));
    const createdAt = moment(first);
    return {
      createdAt,
      updatedAt: moment(last),
      validFrom: createdAt,
      lastSeenAt: moment(last),
      firstDiscoveryId: first.id,
      lastDiscoveryId: last.id,
      isStale: false,
    };
  }
}
