// Turns SIGINT and SIGTERM into a stop, and later signals into a forced stop.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Signals within this number of milliseconds count as one: Ctrl-C arrives twice, from the terminal and forwarded by
// npm.
const sameSignalMs = 1000;

export interface StopListener {
  /** Called for the first signal: a clean stop. */
  readonly stop: () => void;
  /** Called for a later signal: an immediate stop. */
  readonly force: () => void;
}

export function onStopSignal({ stop, force }: StopListener): void {
  let first: number | undefined;
  const receive = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      stop();
    } else if (now - first > sameSignalMs) force();
  };
  for (const signal of signals) process.on(signal, receive);
}
