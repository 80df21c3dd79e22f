// What a run may take of the network: so many packets a second, so many sockets at once.
import { setTimeout as sleep } from 'node:timers/promises';

/** A token bucket that refills by the second; callers wait their turn in order. */
export class Rate {
  private available: number;
  private filledAt = performance.now();
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly perSecond: number) {
    this.available = this.capacity;
  }

  /** A twentieth of a second's worth, so that no burst is longer. */
  private get capacity(): number {
    return Math.max(1, this.perSecond / 20);
  }

  take(signal: AbortSignal): Promise<void> {
    const taken = this.turn.then(() => this.wait(signal));
    this.turn = taken.catch(() => undefined);
    return taken;
  }

  private async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = performance.now();
    this.available = Math.min(this.capacity, this.available + ((now - this.filledAt) / 1000) * this.perSecond);
    this.filledAt = now;
    this.available -= 1;
    if (this.available < 0) await sleep((-this.available / this.perSecond) * 1000, undefined, { signal });
  }
}

/** Runs at most so many pieces of work at once. */
export class Pool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** Does the same for each item, so many at once, and takes the items as they are wanted. */
export async function forEachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
