// Waiting, and limits on how often work is done.

/** Ends early when the signal aborts. */
export function pause(ms: number, stopped?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Works once what is on the page now has been painted; the returned function gives it up. */
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

/** Works at once, then again no sooner than after a while, the last call included. */
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
