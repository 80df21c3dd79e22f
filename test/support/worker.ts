// Objects opened once for all suites of a worker; jest/worker.cjs keeps them.

type ShareInWorker = <T>(name: string, open: () => Promise<T>, close: (opened: T) => Promise<unknown>) => Promise<T>;
const worker = globalThis as { shareInWorker?: ShareInWorker };

/** Not so in a suite that begins with @own-modules, which opens and closes for itself. */
export const isInSharedWorker = (): boolean => worker.shareInWorker !== undefined;

/** The one value of this name; the first suite that wants it opens it, and the worker's end closes it. */
export const shareInWorker: ShareInWorker = (...share) => worker.shareInWorker!(...share);
