// Turns SIGINT and SIGTERM into one stop, and a later repetition into a forced one.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Milliseconds in which repeated signals count as one: Ctrl-C arrives twice, from the terminal and forwarded by npm.
const sameSignalMs = 1000;

export interface StopListener {
  /** The first signal: a clean stop. */
  readonly stop: () => void;
  /** A later signal: stop at once. */
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
