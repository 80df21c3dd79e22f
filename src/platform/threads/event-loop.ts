// Divides long work into slices, so that other events are handled in between. Bounds concurrent long work.
import { setImmediate } from 'node:timers';
import { FairQueue } from './fair-queue';

/** Milliseconds per turn of the event loop for all long work together. */
const sliceMs = 10;

/** The time in milliseconds. An object, so that tests can replace the clock. */
export const turnClock = { now: (): number => performance.now() };

const waitingQueue = new FairQueue<() => void>();

/** The time at which any long work first ran in the current turn of the event loop. */
let begunAt: number | undefined;
const forget = (): void => void (begunAt = undefined);

function go(): void {
  const next = waitingQueue.take()!;
  if (waitingQueue.length > 0) setImmediate(go);
  forget();
  next();
}

const noGroup = Symbol('no group');

export interface TurnOrder {
  /** The group of the work, such as one request. Waiting work of several groups continues in turn. */
  readonly of?: object | undefined;
  /** Whether the work has already begun. If so, it continues before work of its group that has not begun. */
  readonly goesOn?: boolean;
}

/** Resolves when this caller may continue. One waiting caller continues per turn of the event loop. */
export const nextTurn = ({ of, goesOn = false }: TurnOrder = {}): Promise<void> =>
  new Promise((resolve) => {
    waitingQueue.add(of ?? noGroup, resolve, goesOn);
    if (waitingQueue.length === 1) setImmediate(go);
  });

/** Whether long work must yield, because all long work in this turn of the event loop has used up its time. */
export function isTurnSpent(): boolean {
  if (begunAt === undefined) {
    begunAt = turnClock.now();
    setImmediate(forget);
    return false;
  }
  return turnClock.now() - begunAt >= sliceMs;
}

/** Whether work that started at `startedAt` (by `turnClock`) took so long that it must yield. */
export const hasTakenLong = (startedAt: number): boolean => turnClock.now() - startedAt >= sliceMs;

/** Yields if work that started at `startedAt` took long. */
export async function yieldIfTakenLong(startedAt: number): Promise<void> {
  if (hasTakenLong(startedAt)) await nextTurn();
}

/** Maps the items in as many turns of the event loop as needed. */
export async function mapInTurns<T, U>(items: readonly T[], each: (item: T) => U | Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const item of items) {
    if (isTurnSpent()) await nextTurn({ of: items, goesOn: true });
    const one = each(item);
    results.push(one instanceof Promise ? await one : one);
  }
  return results;
}

/**
 * Limits concurrent work to `most` callers. The returned function waits until its caller may begin, alternating between
 * groups, and resolves with a function that the caller calls when its work has ended. Calling that function again has
 * no effect.
 */
export function createRoom(most: number): (group?: unknown) => Promise<() => void> {
  let inside = 0;
  const queue = new FairQueue<() => void>();
  const leave = (): void => {
    if (queue.length > 0) queue.take()!();
    else inside -= 1;
  };
  return async (group) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => queue.add(group, resolve));
    let isInside = true;
    return () => {
      if (isInside) leave();
      isInside = false;
    };
  };
}
