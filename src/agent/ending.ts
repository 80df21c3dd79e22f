// Aborts a session early: the server cancelled it, the agent was stopped, or the server refused the daemon.
import { setMaxListeners } from 'node:events';

/**
 * The abort signal of a session. It aborts if `stopped` aborts, or by a call of `abort` or `cancel`. AbortSignal.any
 * could combine these, but in Node 20 its result may be garbage-collected while it is awaited.
 */
export class Ending {
  isCancelled = false;
  private readonly controller = new AbortController();
  readonly abort = (): void => this.controller.abort();

  constructor(private readonly stopped: AbortSignal) {
    // Each open connection adds a listener, so the limit on listeners is lifted.
    setMaxListeners(0, this.controller.signal);
    if (stopped.aborted) this.abort();
    stopped.addEventListener('abort', this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  cancel(): void {
    this.isCancelled = true;
    this.abort();
  }

  close(): void {
    this.stopped.removeEventListener('abort', this.abort);
  }
}
