// Bounded caches by size, and work that callers share.
import { LRUCache } from 'lru-cache';

/**
 * The least recently used go first; `sizeOf` is in the unit of `maxSize`. A value that is larger than that is kept alone:
 * LRUCache itself would not keep it, and it would be made anew for each reader.
 */
export const sizedCache = <T extends object | string>(maxSize: number, sizeOf: (value: T) => number) =>
  new LRUCache<string, T>({ maxSize, sizeCalculation: (value) => Math.max(1, Math.min(sizeOf(value), maxSize)) });

/** Callers who want the same at the same moment get it from one piece of work. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const shared = running.get(key);
    if (shared) return shared;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
