// Calls listeners when a response is closed, with one event listener per response.
import type { ServerResponse } from 'node:http';

type Response = Pick<ServerResponse, 'destroyed' | 'once'>;
const callbacksByResponse = new WeakMap<Response, (() => void)[]>();

/**
 * Calls `end` when the response is closed, whether or not it was sent completely; immediately if it is closed already.
 */
export function whenClosed(res: Response, end: () => void): void {
  if (res.destroyed) return end();
  const callbacks = callbacksByResponse.get(res);
  if (callbacks) return void callbacks.push(end);
  const ends = [end];
  callbacksByResponse.set(res, ends);
  res.once('close', () => {
    for (const one of ends.splice(0)) one();
  });
}
