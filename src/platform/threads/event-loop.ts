// Taking turns on the event loop: long work does a slice, lets others go on, and does the next; few do long work at a time.
import { setImmediate } from 'node:timers';

/** Long work lets others go on after so long, in milliseconds of one turn of the event loop, whoever has done it. */
const sliceMs = 10;

/** What slices are measured by, in milliseconds. */
export const turnClock = { now: (): number => performance.now() };

/** In the order of arrival, but one of each group in turn. */
class FairQueue<T> {
  private readonly groups = new Map<unknown, T[]>();
  length = 0;

  /** `first`: before others of its group. */
  add(group: unknown, value: T, isFirst: boolean): void {
    const known = this.groups.get(group);
    if (!known) this.groups.set(group, [value]);
    else if (isFirst) known.unshift(value);
    else known.push(value);
    this.length += 1;
  }

  take(): T {
    const [group, values] = this.groups.entries().next().value!;
    const value = values.shift()!;
    this.groups.delete(group);
    if (values.length > 0) this.groups.set(group, values);
    this.length -= 1;
    return value;
  }
}

const waiting = new FairQueue<() => void>();

/** When somebody first asked in this turn of the loop. */
let begunAt: number | undefined;
const forget = (): void => void (begunAt = undefined);

function go(): void {
  const next = waiting.take();
  if (waiting.length > 0) setImmediate(go);
  forget();
  next();
}

const nobody = Symbol('no group');

export interface TurnOrder {
  /** What the work is for: of those who wait for the same one goes on, then one for each other. */
  readonly of?: object | undefined;
  /** It has begun, and goes on before what waits for the same and has not. */
  readonly goesOn?: boolean;
}

/** Resolves when it is this caller's turn; of all who wait, one goes on in each turn of the loop. */
export const nextTurn = ({ of, goesOn = false }: TurnOrder = {}): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(of ?? nobody, resolve, goesOn);
    if (waiting.length === 1) setImmediate(go);
  });

/** Whether long work is to let others go on, by what all of it has taken since the first of this turn asked. */
export function isTurnSpent(): boolean {
  if (begunAt === undefined) {
    begunAt = turnClock.now();
    setImmediate(forget);
    return false;
  }
  return turnClock.now() - begunAt >= sliceMs;
}

/** Whether work of one piece that began then, by `turnClock`, has taken so long that others are to go on. */
export const hasTakenLong = (begun: number): boolean => turnClock.now() - begun >= sliceMs;

/** Lets others go on where such work has taken long. */
export async function restAfter(begun: number): Promise<void> {
  if (hasTakenLong(begun)) await nextTurn();
}

/** What each item becomes, in as many turns as that takes. */
export async function mapInTurns<T, U>(items: readonly T[], each: (item: T) => U | Promise<U>): Promise<U[]> {
  const made: U[] = [];
  for (const item of items) {
    if (isTurnSpent()) await nextTurn({ of: items, goesOn: true });
    const one = each(item);
    made.push(one instanceof Promise ? await one : one);
  }
  return made;
}

/** A room for so many at a time: entering waits for a place, each group in its turn, and gives what frees it, once. */
export function roomFor(most: number): (group?: unknown) => Promise<() => void> {
  let inside = 0;
  const queue = new FairQueue<() => void>();
  const leave = (): void => {
    if (queue.length > 0) queue.take()();
    else inside -= 1;
  };
  return async (group) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => queue.add(group, resolve, false));
    let isInside = true;
    return () => {
      if (isInside) leave();
      isInside = false;
    };
  };
}
