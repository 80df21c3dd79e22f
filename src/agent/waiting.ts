// Timeouts for network answers. The event loop fires timers before it reads sockets, so a process without CPU time
// would drop answers that arrived in time.
import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `end` after `ms` milliseconds, once everything received by then is read. Returns a function that cancels it.
 */
export function waitAtMost(ms: number, end: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (reading = setImmediate(end)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}

/** Resolves after `ms` milliseconds, once everything received by then is read; rejects when the signal aborts. */
export async function listenFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
  await untilRead(undefined, { signal });
}
