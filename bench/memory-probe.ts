// Reports to the parent process, on request: memory of this process and its children, the longest turn of the event
// loop, and processor time.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Figures about a process: memory in bytes, and the longest turn of the event loop in milliseconds. */
export interface Memory {
  /**
   * Peak memory (RSS) of the process and its children since the last report, including garbage that was not collected
   * yet.
   */
  readonly most: number;
  readonly now: number;
  /**
   * Memory in use after a garbage collection, on and off the heap. The value does not depend on when garbage was last
   * collected.
   */
  readonly live?: { readonly heap: number; readonly external: number };
  readonly longestTurn: number;
  /** Processor time that the process and its children have used since their start, in ms. */
  readonly cpuMs: number;
}
export type Question = 'again' | 'collect' | 'settle' | 'profile' | 'profiled';

const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
let most = 0;
let isConnected = false;
const look = () => (most = Math.max(most, residentBytes()));
setInterval(look, 20).unref();
process.on('message', (message: Question) => {
  if (message === 'settle') return void waitUntilSettled().then(() => process.send!('settled'));
  if (message === 'profile') return void startProfile().then(() => process.send!('started'));
  if (message === 'profiled') return void session.post('Profiler.stop').then(({ profile }) => process.send!(profile));
  look();
  const live = message === 'collect' && liveMemory();
  const cpuMs = processorMs();
  process.send!({ most, now: residentBytes(), longestTurn: turns.max / 1e6, cpuMs, ...(live && { live }) });
  most = 0;
  turns.reset();
});
process.channel?.unref();

const pageBytes = 4096;
const tickMs = 10;

/**
 * Fields of `/proc/PID/stat` (proc_pid_stat(5)): ticks of processor time of the process and of its ended children, and
 * pages of memory.
 */
function statOf(process: number | 'self') {
  const text = readFileSync(`/proc/${process}/stat`, 'utf8');
  // The program name in parentheses may contain any character, so the last parenthesis is searched for. The field after
  // the name is field 3.
  const field = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [utime, stime, cutime, cstime, rss] = [14, 15, 16, 17, 24].map((number) => Number(field[number - 3]));
  return { ticks: utime! + stime!, ticksOfEnded: cutime! + cstime!, pages: rss! };
}

/** The fields of `/proc/PID/stat` of each child process; empty on systems other than Linux. */
function children(): ReturnType<typeof statOf>[] {
  if (process.platform !== 'linux') return [];
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ');
  return ids.filter(Boolean).flatMap((id) => {
    try {
      return [statOf(Number(id))];
    } catch {
      // The child process has exited in the meantime.
      return [];
    }
  });
}

const residentBytes = (): number =>
  children().reduce((sum, { pages }) => sum + pages * pageBytes, process.memoryUsage.rss());

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  const endedTicks = process.platform === 'linux' ? statOf('self').ticksOfEnded : 0;
  const ticks = children().reduce((sum, child) => sum + child.ticks, endedTicks);
  return (user + system) / 1000 + ticks * tickMs;
}

/** Resolves when the process has used less than a tenth of a core for one second. */
async function waitUntilSettled(): Promise<void> {
  const milliseconds = 1000;
  for (let usedBytes = Infinity; usedBytes > milliseconds / 10;) {
    const before = process.cpuUsage();
    await pause(milliseconds);
    const { user, system } = process.cpuUsage(before);
    usedBytes = (user + system) / 1000;
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
  // Garbage is collected twice: the first time, unreachable objects; the second time, what their finalizers release.
  for (let count = 0; count < 2; count += 1) globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external };
}
