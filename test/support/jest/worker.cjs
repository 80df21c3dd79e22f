// What one Jest worker keeps from suite to suite: one environment, the modules loaded in it, and what was opened for all.
'use strict';

/** @type {{ environment?: object, host?: object, opened: Map<string, { value: Promise<unknown>, close: (value: unknown) => unknown }> }} */
const worker = (globalThis[Symbol.for('netloom.worker')] ??= { opened: new Map() });

/** Gives suites the one value that the worker has of this name; the first suite that wants it opens it. */
worker.share ??= (name, open, close) => {
  const kept = worker.opened.get(name);
  if (kept) return kept.value;
  const value = Promise.resolve().then(open);
  worker.opened.set(name, { value, close });
  // What could not be opened is tried again by the next suite.
  value.catch(() => worker.opened.delete(name));
  return value;
};

/** Closes it all, the last opened first. */
worker.close ??= async () => {
  const opened = [...worker.opened.values()].reverse();
  worker.opened.clear();
  for (const { value, close } of opened) await value.then(close).catch(() => undefined);
};

// A worker process that Jest lets go hears it no more, and one whose Jest is gone is cut off: it ends with all that is open
// in it. Without worker processes the global teardown closes.
if (!worker.isLeaving && process.send) {
  // Jest ends a process that has grown too large when it may have begun the next suite, which another one begins anew. It goes
  // at once: while the driver of a browser closed that in good order, the suite would fail for want of it.
  process.once('SIGTERM', () => process.exit(143));
  process.on('removeListener', () => process.listenerCount('message') === 0 && process.exit());
  process.once('disconnect', () => process.exit());
}
worker.isLeaving = true;

module.exports = { worker };
