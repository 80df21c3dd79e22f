// Time limits of statements and connections, and work that has no statement time limit.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';

const untimedWork = new AsyncLocalStorage<true>();

/**
 * Runs the work without a statement time limit. Each statement of the work runs in a transaction, whose settings turn
 * the limit off.
 */
export const withoutStatementTimeout = <T>(work: () => T): T => untimedWork.run(true, work);

export const hasNoStatementTimeout = (): boolean => untimedWork.getStore() === true;

/**
 * Creates a socket that is destroyed after this number of seconds without traffic. After a failover, the former server
 * may be gone and never close the connection, whose statements would then wait for many minutes.
 */
export function socketWithTimeout(seconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(seconds * 1000, () =>
    socket.destroy(new Error(`the database said nothing for ${seconds} s: the connection counts as lost`)),
  );
  return socket;
}
