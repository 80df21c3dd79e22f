// A queue with bounded concurrency and length, for work that many callers may request.

export interface Lane {
  /**
   * Runs the work as soon as fewer than `atOnce` pieces of work are running. Resolves with undefined, without running
   * the work, if the queue is full.
   */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createLane(atOnce: number, maxWaiting: number): Lane {
  let running = 0;
  const waitingTurns: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waitingTurns.length >= maxWaiting) return undefined;
        await new Promise<void>((resume) => waitingTurns.push(resume));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The slot of the finished work passes directly to the work that has waited longest. If `running` were
        // decremented first, a new caller could take the slot.
        const next = waitingTurns.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
