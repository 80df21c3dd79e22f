// Lets callers start at intervals, so that a burst does not delay other events.

/**
 * Resolves when the caller may begin. A caller for which `hurries` returns true does not wait for the rest of the
 * interval.
 */
export type Pace = (hurries: () => boolean) => Promise<void>;

/** At most `maxWaiting` callers wait, in order. Further callers begin immediately. */
export function createPace(everyMs: number, maxWaiting: number): Pace {
  const waitingTurns: { readonly begin: () => void; readonly hurries: () => boolean }[] = [];
  let nextAt = -Infinity;

  const letBegin = (): void => {
    const { begin, hurries } = waitingTurns.shift()!;
    if (!hurries()) nextAt = performance.now() + everyMs;
    begin();
    schedule();
  };
  const schedule = (): void => {
    const [first] = waitingTurns;
    if (!first) return;
    // Callers that do not wait begin one per turn of the event loop, because beginning together would be a burst.
    if (first.hurries()) setImmediate(letBegin);
    else setTimeout(letBegin, nextAt - performance.now());
  };

  return (hurries) => {
    if (hurries() || waitingTurns.length >= maxWaiting) return Promise.resolve();
    if (waitingTurns.length === 0 && performance.now() >= nextAt) {
      nextAt = performance.now() + everyMs;
      return Promise.resolve();
    }
    return new Promise((begin) => {
      waitingTurns.push({ begin, hurries });
      if (waitingTurns.length === 1) schedule();
    });
  };
}
