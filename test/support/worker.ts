// Objects that are opened once for all suites of a worker. jest/worker.cjs stores them.

type ShareInWorker = <T>(name: string, open: () => Promise<T>, close: (opened: T) => Promise<unknown>) => Promise<T>;
const worker = globalThis as { shareInWorker?: ShareInWorker };

/** False in a suite that begins with @own-modules, which opens and closes everything itself. */
export const isInSharedWorker = (): boolean => worker.shareInWorker !== undefined;

/**
 * Returns the one object of this name in the worker. The first suite that needs the object opens it, and the worker
 * closes it when it ends.
 */
export const shareInWorker: ShareInWorker = (...share) => worker.shareInWorker!(...share);
