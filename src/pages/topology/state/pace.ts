// Limits how often work is done: at once, then again no sooner than after a while, the last call included.
export function paced(work: () => void, leastMs: number): () => void {
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
