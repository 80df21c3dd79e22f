// Timeouts for network responses that read the sockets once more before they fire. When the process was blocked,
// Node.js fires timers before it reads sockets, so a plain timer would drop responses that arrived in time.
import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `end` after `ms` milliseconds, but not before the process has read all data that had arrived by then. Returns a
 * function that cancels the call.
 */
export function waitAtMost(ms: number, end: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (reading = setImmediate(end)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}

/**
 * Resolves after `ms` milliseconds, but not before the process has read all data that had arrived by then. Rejects if
 * the signal aborts.
 */
export async function listenFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
  await untilRead(undefined, { signal });
}
