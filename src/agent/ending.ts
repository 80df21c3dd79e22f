// How a session ends before its time: cancelled by the server, stopped with the agent, or refused.
import { setMaxListeners } from 'node:events';

/** Not AbortSignal.any: in Node 20 what it makes may be collected as garbage while it is waited for. */
export class Ending {
  isCancelled = false;
  private readonly controller = new AbortController();
  readonly abort = (): void => this.controller.abort();

  constructor(private readonly stopped: AbortSignal) {
    // Every open connection waits for it.
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
