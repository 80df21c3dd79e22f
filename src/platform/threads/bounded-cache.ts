// Caches bounded by size, and work shared by concurrent callers.
import { LRUCache } from 'lru-cache';

/**
 * An LRU cache; `sizeOf` has the unit of `maxSize`. A value larger than `maxSize` is cached alone. LRUCache itself
 * would drop it, and each reader would compute it again.
 */
export const sizedCache = <T extends object | string>(maxSize: number, sizeOf: (value: T) => number) =>
  new LRUCache<string, T>({ maxSize, sizeCalculation: (value) => Math.max(1, Math.min(sizeOf(value), maxSize)) });

/** Returns a function that runs work. Concurrent callers with the same key share one run of the work. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const runningWork = running.get(key);
    if (runningWork) return runningWork;
    const newWork = work().finally(() => running.delete(key));
    running.set(key, newWork);
    return newWork;
  };
}
