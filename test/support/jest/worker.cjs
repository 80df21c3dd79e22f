// State that one Jest worker keeps between suites: one environment, the modules loaded in it, and shared objects.
'use strict';

/** @type {{ environment?: object, host?: object, opened: Map<string, { value: Promise<unknown>, close: (value: unknown) => unknown }> }} */
const worker = (globalThis[Symbol.for('netloom.worker')] ??= { opened: new Map() });

/**
 * Returns the object with this name, which all suites of the worker share. The first suite that needs the object opens
 * it.
 */
worker.share ??= (name, open, close) => {
  const kept = worker.opened.get(name);
  if (kept) return kept.value;
  const value = Promise.resolve().then(open);
  worker.opened.set(name, { value, close });
  // If opening fails, the next suite tries again.
  value.catch(() => worker.opened.delete(name));
  return value;
};

/** Closes all shared objects in the reverse order of opening. */
worker.close ??= async () => {
  const opened = [...worker.opened.values()].reverse();
  worker.opened.clear();
  for (const { value, close } of opened) await value.then(close).catch(() => undefined);
};

// Jest removes its message listener to release a worker process. If Jest dies, the channel disconnects. In both cases
// this process exits, which closes all shared objects. Without worker processes, global-teardown.cjs closes them.
if (!worker.isLeaving && process.send) {
  // Jest sends SIGTERM to a worker that uses too much memory. The worker may already run the next suite, which Jest
  // repeats in another worker. The worker exits at once: closing a browser driver first would make that suite fail.
  process.once('SIGTERM', () => process.exit(143));
  process.on('removeListener', () => process.listenerCount('message') === 0 && process.exit());
  process.once('disconnect', () => process.exit());
}
worker.isLeaving = true;

module.exports = { worker };
