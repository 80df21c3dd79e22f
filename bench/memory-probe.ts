// Reports to the parent process how much memory this one takes, and the longest turn of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** In bytes and, for the turn, milliseconds. */
export interface Memory {
  /** Of the process (RSS), the most since the last message: what the collector has not got round to is in it. */
  readonly most: number;
  readonly now: number;
  /** Memory in use after a collection, on the heap and beside it: none of it depends on when the collector last ran. */
  readonly live?: { readonly heap: number; readonly external: number };
  readonly longestTurn: number;
}
export type Question = 'again' | 'collect';

const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
let most = 0;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
setInterval(look, 20).unref();
process.on('message', (message: Question) => {
  look();
  const live = message === 'collect' && liveMemory();
  process.send!({ most, now: process.memoryUsage.rss(), longestTurn: turns.max / 1e6, ...(live && { live }) });
  most = 0;
  turns.reset();
});
process.channel?.unref();

function liveMemory(): Memory['live'] {
  // Once for unreachable objects, once for those that their finalizers release.
  for (let count = 0; count < 2; count += 1) globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external };
}
