// Reports to the parent process how much memory this one takes, the longest turn of its event loop, and where its time goes.
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** In bytes and, for the turn, milliseconds. */
export interface Memory {
  /** Of the process (RSS), the most since the last message: what the collector has not got round to is in it. */
  readonly most: number;
  readonly now: number;
  /** Memory in use after a collection, on the heap and beside it: none of it depends on when the collector last ran. */
  readonly live?: { readonly heap: number; readonly external: number };
  readonly longestTurn: number;
  /** Time that the process has had of a core since it began. */
  readonly cpuMs: number;
}
export type Question = 'again' | 'collect' | 'settle' | 'profile' | 'profiled';

const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
let most = 0;
let isConnected = false;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
setInterval(look, 20).unref();
process.on('message', (message: Question) => {
  if (message === 'settle') return void settled().then(() => process.send!('settled'));
  if (message === 'profile') return void startProfile().then(() => process.send!('started'));
  if (message === 'profiled') return void session.post('Profiler.stop').then(({ profile }) => process.send!(profile));
  look();
  const live = message === 'collect' && liveMemory();
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1000;
  process.send!({ most, now: process.memoryUsage.rss(), longestTurn: turns.max / 1e6, cpuMs, ...(live && { live }) });
  most = 0;
  turns.reset();
});
process.channel?.unref();

/** Until the process has taken less than a tenth of a core for a second. */
async function settled(): Promise<void> {
  const milliseconds = 1000;
  for (let used = Infinity; used > milliseconds / 10;) {
    const before = process.cpuUsage();
    await pause(milliseconds);
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
}

const session = new Session();
const microsecondsPerSample = 500;

async function startProfile(): Promise<void> {
  if (!isConnected) session.connect();
  isConnected = true;
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: microsecondsPerSample });
  await session.post('Profiler.start');
}

function liveMemory(): Memory['live'] {
  // Once for unreachable objects, once for those that their finalizers release.
  for (let count = 0; count < 2; count += 1) globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external };
}
