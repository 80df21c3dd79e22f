// Turns Ctrl-C and its relatives into one stop, and a later repetition into an impatient one.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// One Ctrl-C arrives twice: from the terminal, and passed on by npm.
const sameSignalMs = 1000;

export interface StopListener {
  /** The first signal: stop in good order. */
  readonly stop: () => void;
  /** A later one: the operator will not wait. */
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
