// State that one Jest worker keeps between suites: one environment, the modules loaded in it, and shared objects.
'use strict';

/** @type {{ environment?: object, host?: object, opened: Map<string, { value: Promise<unknown>, close: (value: unknown) => unknown }> }} */
const worker = (globalThis[Symbol.for('netloom.worker')] ??= { opened: new Map() });

/** Gives suites the worker's one value of this name. The first suite that needs it opens it. */
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

// When Jest releases a worker process, it removes its message listener; when Jest dies, the channel disconnects. In
// both cases the process exits with all that it has opened. Without worker processes the global teardown closes
// everything.
if (!worker.isLeaving && process.send) {
  // Jest ends a process that has grown too large when it may already have begun the next suite, which another process
  // then repeats. It exits at once: a browser driver that closes in good order meanwhile would make that suite fail.
  process.once('SIGTERM', () => process.exit(143));
  process.on('removeListener', () => process.listenerCount('message') === 0 && process.exit());
  process.once('disconnect', () => process.exit());
}
worker.isLeaving = true;

module.exports = { worker };
