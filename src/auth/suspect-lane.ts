// A narrow lane for credentials from addresses that have used up their anonymous limit: few look-ups at a time, few waiting.

const lookupsAtOnce = 2;
const maxWaiting = 100;

export interface SuspectLane {
  /** Runs the look-up when its turn comes; undefined, without running it, when too many wait already. */
  run<T>(lookup: () => Promise<T>): Promise<T | undefined>;
}

export function createSuspectLane(): SuspectLane {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(lookup) {
      if (running >= lookupsAtOnce) {
        if (waiting.length >= maxWaiting) return undefined;
        await new Promise<void>((resume) => waiting.push(resume));
      } else running += 1;
      try {
        return await lookup();
      } finally {
        // The place goes straight to the next in line, else a newcomer could take it in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** Remembers a bounded number of values, the least recently seen goes first. */
export class RecentlySeen {
  private readonly values = new Set<string>();

  constructor(private readonly maxValues: number) {}

  add(value: string): void {
    this.values.delete(value);
    this.values.add(value);
    if (this.values.size <= this.maxValues) return;
    for (const oldest of this.values) {
      this.values.delete(oldest);
      return;
    }
  }

  has(value: string): boolean {
    return this.values.has(value);
  }
}
