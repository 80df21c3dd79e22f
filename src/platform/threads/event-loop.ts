// Taking turns on the event loop: long work does a slice, lets others go on, and does the next; few do long work at a time.
import { setImmediate } from 'node:timers';

const waiting: (() => void)[] = [];

function go(): void {
  const next = waiting.shift()!;
  if (waiting.length > 0) setImmediate(go);
  next();
}

/** Resolves when it is this caller's turn; of all who wait, one goes on in each turn of the loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(go);
  });

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
