// Caches bounded by size, and work shared by concurrent callers.
import { LRUCache } from 'lru-cache';
import { shareOfMemory } from '../limits/memory-budget';

const caches: { clear(): void }[] = [];

/**
 * An LRU cache with a maximum size, in the unit that `sizeOf` returns. With a memory budget below 4 GiB, the maximum is
 * lower than `size`. A value that exceeds the maximum replaces all others. (LRUCache would not store it, so each reader
 * would compute it again.)
 */
export function sizedCache<T extends object | string>(size: number, sizeOf: (value: T) => number): LRUCache<string, T> {
  const maxSize = shareOfMemory(size);
  const sizeCalculation = (value: T) => Math.max(1, Math.min(sizeOf(value), maxSize));
  const cache = new LRUCache<string, T>({ maxSize, sizeCalculation });
  caches.push(cache);
  return cache;
}

/** Empties all sized caches of this thread. Their values are computed again when they are needed. */
export function clearCaches(): void {
  for (const cache of caches) cache.clear();
}

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
