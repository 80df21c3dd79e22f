// Objects opened once for all suites of a worker, and kept by jest/worker.cjs.

type ShareInWorker = <T>(name: string, open: () => Promise<T>, close: (opened: T) => Promise<unknown>) => Promise<T>;
const worker = globalThis as { shareInWorker?: ShareInWorker };

/** False in a suite that begins with @own-modules, which opens and closes everything itself. */
export const isInSharedWorker = (): boolean => worker.shareInWorker !== undefined;

/** The worker's one value of this name. The first suite that needs it opens it, and the worker closes it at its end. */
export const shareInWorker: ShareInWorker = (...share) => worker.shareInWorker!(...share);
