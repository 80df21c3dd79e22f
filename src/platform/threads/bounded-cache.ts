// A bounded memory of what was made a moment ago: the least recently used goes first.

export interface Recent<T> {
  get(key: string): T | undefined;
  /** The newest value is kept even if it is larger than the bound, so there may be one more than there is room for. */
  set(key: string, value: T): void;
  readonly size: number;
}

/** `sizeOf` is in the unit of `room`. */
export function recent<T>(room: number, sizeOf: (value: T) => number): Recent<T> {
  // In the order of their last use.
  const kept = new Map<string, T>();
  let size = 0;
  const drop = (key: string): void => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    size -= sizeOf(value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      kept.set(key, value);
      size += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (size <= room || oldest === key) break;
        drop(oldest);
      }
    },
    get size() {
      return size;
    },
  };
}

/** Callers who want the same at the same moment get it from one piece of work. */
export function together<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
