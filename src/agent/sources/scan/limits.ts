// Limits a run's load on the network: packets per second and concurrent sockets.
import { setTimeout as sleep } from 'node:timers/promises';

/** A token bucket, refilled continuously. Callers are served in order. */
export class Rate {
  private available: number;
  private filledAt = performance.now();
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly perSecond: number) {
    this.available = this.capacity;
  }

  /** Capacity of the bucket: the tokens of 50 ms, but at least one. The capacity limits the size of a burst. */
  private get capacity(): number {
    return Math.max(1, this.perSecond / 20);
  }

  take(signal: AbortSignal): Promise<void> {
    const token = this.turn.then(() => this.wait(signal));
    this.turn = token.catch(() => undefined);
    return token;
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

/** Runs at most `most` tasks concurrently. Further tasks wait, and start in the order of the calls. */
export class Pool {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/**
 * Runs `work` for each item, at most `atOnce` concurrently. An item is taken from the iterator only when it can start.
 */
export async function forEachConcurrently<T>(
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
