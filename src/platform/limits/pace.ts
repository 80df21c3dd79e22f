// Lets callers begin at intervals: of many who come at once, each would else do its first work before any other event is seen.

/** Resolves when the caller may begin. One who `hurries` by then does not wait for the interval, and takes none up. */
export type Pace = (hurries: () => boolean) => Promise<void>;

/** So many wait, in their order; who comes beyond them begins at once. */
export function createPace(everyMs: number, maxWaiting: number): Pace {
  const waiting: { readonly begin: () => void; readonly hurries: () => boolean }[] = [];
  let nextAt = -Infinity;

  const letBegin = (): void => {
    const { begin, hurries } = waiting.shift()!;
    if (!hurries()) nextAt = performance.now() + everyMs;
    begin();
    schedule();
  };
  const schedule = (): void => {
    const [first] = waiting;
    if (!first) return;
    // Those who hurry leave one per turn of the event loop: all at once they would be the crowd again.
    if (first.hurries()) setImmediate(letBegin);
    else setTimeout(letBegin, nextAt - performance.now());
  };

  return (hurries) => {
    if (hurries() || waiting.length >= maxWaiting) return Promise.resolve();
    if (waiting.length === 0 && performance.now() >= nextAt) {
      nextAt = performance.now() + everyMs;
      return Promise.resolve();
    }
    return new Promise((begin) => {
      waiting.push({ begin, hurries });
      if (waiting.length === 1) schedule();
    });
  };
}
