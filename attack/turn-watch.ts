// The longest turns of this process's event loop: how long they took, and how much processor time their thread used.
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

export interface Turn {
  /** When the turn started, in ms since 1970, so that it can be compared with times of other processes. */
  readonly startedAt: number;
  readonly wallMs: number;
  /**
   * Upper bound of the processor time of the event loop's thread during the turn, in milliseconds. On a busy machine,
   * the turn takes longer by the clock (`wallMs`), because the thread waits for a processor.
   */
  readonly ownMs: number;
  /** How long the garbage collector stopped the thread during the turn, in milliseconds; part of `ownMs`. */
  readonly collectingMs: number;
}
export interface Turns {
  readonly longest: Turn;
  /** All turns of the event loop that took at least `slowMs` milliseconds. */
  readonly slow: readonly Turn[];
}
export interface TurnWatch {
  /** Returns the longest turn and the slow turns of the event loop since the last call. */
  take(): Turns;
}

const beatMs = 10;

/**
 * A turn of the event loop before the time of its garbage collections is known. `beganAt` is in ms since the process
 * started.
 */
interface Measured extends Pick<Turn, 'wallMs' | 'ownMs'> {
  readonly beganAt: number;
}

/** Observes garbage collections. Returns a function that returns how long they took during a turn, in milliseconds. */
function watchCollections(): (turn: Measured) => number {
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => {
    collections.push(...list.getEntries());
    collections.splice(0, collections.length - mostCollections);
  });
  observer.observe({ entryTypes: ['gc'] });
  return ({ beganAt, wallMs }) =>
    collections
      .filter(({ startTime }) => startTime >= beganAt && startTime < beganAt + wallMs + beatMs)
      .reduce((sum, { duration }) => sum + duration, 0);
}
/** Number of garbage collections that are remembered; older ones are dropped. */
const mostCollections = 10_000;
const none: Measured = { beganAt: 0, wallMs: 0, ownMs: 0 };

/**
 * Processor time of the current thread on Linux, in milliseconds; on other systems the processor time of the whole
 * process.
 */
function computedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/**
 * Starts to measure the turns of the event loop, by a timer that fires once per turn: the timer's delay is the length
 * of the previous turn. A turn of at least `slowMs` milliseconds counts as slow.
 */
export function watchTurns(slowMs = 100): TurnWatch {
  let beatAt = performance.now();
  let usedMs = computedMs();
  let longest = none;
  let slow: Measured[] = [];
  const collectingIn = watchCollections();
  const toTurn = (turn: Measured): Turn => {
    const { beganAt, wallMs, ownMs } = turn;
    return { startedAt: performance.timeOrigin + beganAt, wallMs, ownMs, collectingMs: collectingIn(turn) };
  };
  const beat = () => {
    const now = performance.now();
    const wallMs = Math.max(0, now - beatAt - beatMs);
    const ownMs = Math.min(wallMs, computedMs() - usedMs);
    const turn: Measured = { beganAt: beatAt, wallMs, ownMs };
    if (ownMs > longest.ownMs) longest = turn;
    if (wallMs >= slowMs) slow.push(turn);
    beatAt = now;
    usedMs = computedMs();
  };
  setInterval(beat, beatMs).unref();
  return {
    take: () => {
      const turns = { longest: toTurn(longest), slow: slow.map(toTurn) };
      longest = none;
      slow = [];
      return turns;
    },
  };
}
