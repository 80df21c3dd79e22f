// The longest turns of this process's event loop: how long they took, and how much processor time their thread used.
import { readFileSync } from 'node:fs';

export interface Turn {
  /** When the turn started, in ms since 1970, so that it can be compared with times of other processes. */
  readonly startedAt: number;
  readonly wallMs: number;
  /**
   * Upper bound of the processor time that the event loop's thread used during the turn, in milliseconds. On a busy
   * machine, the duration also contains time of other processes, or of threads that compress data or collect garbage.
   */
  readonly ownMs: number;
}
export interface Turns {
  readonly longest: Turn;
  /** Turns of the event loop of at least `slowMs` milliseconds. */
  readonly slow: readonly Turn[];
}
export interface TurnWatch {
  /** Returns the longest turns of the event loop since the last call. */
  take(): Turns;
}

const beatMs = 10;
const none: Turn = { startedAt: 0, wallMs: 0, ownMs: 0 };

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
 * Measures with a timer that fires once per turn of the event loop: the timer's delay is the length of the previous
 * turn.
 */
export function watchTurns(slowMs = 100): TurnWatch {
  let beatAt = performance.now();
  let usedMs = computedMs();
  let longest = none;
  let slow: Turn[] = [];
  const beat = () => {
    const now = performance.now();
    const wallMs = Math.max(0, now - beatAt - beatMs);
    const ownMs = Math.min(wallMs, computedMs() - usedMs);
    const turn: Turn = { startedAt: performance.timeOrigin + beatAt, wallMs, ownMs };
    if (ownMs > longest.ownMs) longest = turn;
    if (wallMs >= slowMs) slow.push(turn);
    beatAt = now;
    usedMs = computedMs();
  };
  setInterval(beat, beatMs).unref();
  return {
    take: () => {
      const turns = { longest, slow };
      longest = none;
      slow = [];
      return turns;
    },
  };
}
