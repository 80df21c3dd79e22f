// A queue with bounded concurrency and length, for work that many callers may request.

export interface Lane {
  /** Runs the work when a place is free. Resolves with undefined, without running it, if the queue is full. */
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
        // Passes the place directly to the next caller in the queue, so that a new caller cannot take it in between.
        const next = waitingTurns.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
