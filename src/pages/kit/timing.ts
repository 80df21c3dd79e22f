// Functions that wait, or that limit how often a function runs.

/** Resolves after `ms` milliseconds, or earlier if the signal aborts. */
export function pause(ms: number, stopped?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Runs the work after the next paint of the browser. Returns a function that cancels the work. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Returns a function that calls `work` at a limited rate: at once the first time, then at most once per `leastMs`
 * milliseconds. A call within this time is delayed, so the last call always takes effect.
 */
export function throttle(work: () => void, leastMs: number): () => void {
  let earliest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    earliest = Date.now() + leastMs;
    work();
  };
  return () => {
    if (timer !== undefined) return;
    const waitMs = earliest - Date.now();
    if (waitMs <= 0) run();
    else timer = setTimeout(run, waitMs);
  };
}
