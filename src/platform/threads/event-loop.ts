// Taking turns on the event loop: long work does a slice, lets others go on, and does the next; few do long work at a time.
import { setImmediate } from 'node:timers';

/** Long work lets others go on after so long, in milliseconds of one turn of the event loop, whoever has done it. */
const sliceMs = 10;

const waiting: (() => void)[] = [];

/** When somebody first asked in this turn of the loop. */
let begunAt: number | undefined;
const forget = (): void => void (begunAt = undefined);

function go(): void {
  const next = waiting.shift()!;
  if (waiting.length > 0) setImmediate(go);
  forget();
  next();
}

/** Resolves when it is this caller's turn; of all who wait, one goes on in each turn of the loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(go);
  });

/** Whether long work is to let others go on, by what all of it has taken since the first of this turn asked. */
export function isTurnSpent(): boolean {
  if (begunAt === undefined) {
    begunAt = performance.now();
    setImmediate(forget);
    return false;
  }
  return performance.now() - begunAt >= sliceMs;
}

/** What each item becomes, in as many turns as that takes. */
export async function mapInTurns<T, U>(items: readonly T[], each: (item: T) => U | Promise<U>): Promise<U[]> {
  const made: U[] = [];
  for (const item of items) {
    if (isTurnSpent()) await nextTurn();
    const one = each(item);
    made.push(one instanceof Promise ? await one : one);
  }
  return made;
}

/** A room for so many at a time: entering waits for a place, in order, and gives what frees it, once. */
export function roomFor(most: number): () => Promise<() => void> {
  let inside = 0;
  const queue: (() => void)[] = [];
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };
  return async () => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    let isInside = true;
    return () => {
      if (isInside) leave();
      isInside = false;
    };
  };
}
