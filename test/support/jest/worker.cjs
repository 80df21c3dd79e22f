// State that one Jest worker keeps between suites: one environment, the modules loaded in it, and shared objects.
'use strict';

/** @type {{ environment?: object, host?: object, opened: Map<string, { value: Promise<unknown>, close: (value: unknown) => unknown }> }} */
const worker = (globalThis[Symbol.for('netloom.worker')] ??= { opened: new Map() });

/** Gives suites the one object of this name in the worker. The first suite that needs the object opens it. */
worker.share ??= (name, open, close) => {
  const kept = worker.opened.get(name);
  if (kept) return kept.value;
  const value = Promise.resolve().then(open);
  worker.opened.set(name, { value, close });
  // If opening fails, the next suite tries again.
  value.catch(() => worker.opened.delete(name));
  return value;
};

/** Closes all shared objects, the last opened one first. */
worker.close ??= async () => {
  const opened = [...worker.opened.values()].reverse();
  worker.opened.clear();
  for (const { value, close } of opened) await value.then(close).catch(() => undefined);
};

// Jest either removes its message listener to release a worker process, or dies, which disconnects the channel. In both
// cases the worker process exits, which closes all that it has opened. Without worker processes the global teardown
// closes everything.
if (!worker.isLeaving && process.send) {
  // Jest ends a process that has grown too large. The process may already have begun the next suite, which another
  // process then repeats. It exits at once, because closing a browser driver in order would make that suite fail.
  process.once('SIGTERM', () => process.exit(143));
  process.on('removeListener', () => process.listenerCount('message') === 0 && process.exit());
  process.once('disconnect', () => process.exit());
}
worker.isLeaving = true;

module.exports = { worker };
