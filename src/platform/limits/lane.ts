// A narrow lane for work that a flood of callers can ask for: a few at a time, and only so many wait.

export interface Lane {
  /** Runs the work when its turn comes; undefined, without running it, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createLane(atOnce: number, maxWaiting: number): Lane {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= maxWaiting) return undefined;
        await new Promise<void>((resume) => waiting.push(resume));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The place goes straight to the next in line, else a newcomer could take it in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
