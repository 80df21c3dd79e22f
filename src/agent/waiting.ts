// How long answers are waited for. The event loop looks at timers before it reads: in a process that got no processor meanwhile,
// an answer that came in time lies there unread when the time is over.
import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';

/** Calls `end` after so many milliseconds, once all that has come by then is read. What it answers stops the waiting. */
export function waitAtMost(ms: number, end: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (reading = setImmediate(end)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}

/** Resolves after so many milliseconds, once all that has come by then is read; rejects when the signal comes. */
export async function listen(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
  await untilRead(undefined, { signal });
}
