// Who waits for the end of an answer: one listener for all of them, however many there are.
import type { ServerResponse } from 'node:http';

type Response = Pick<ServerResponse, 'destroyed' | 'once'>;
const waiting = new WeakMap<Response, (() => void)[]>();

/** Calls back when the answer is closed, sent or not; at once where it is already. */
export function whenClosed(res: Response, end: () => void): void {
  if (res.destroyed) return end();
  const known = waiting.get(res);
  if (known) return void known.push(end);
  const ends = [end];
  waiting.set(res, ends);
  res.once('close', () => {
    for (const one of ends.splice(0)) one();
  });
}
