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
        // The first caller in the queue starts in place of this one. `running` is not decremented in between, because
        // another caller could then start before the queue.
        const next = waitingTurns.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
