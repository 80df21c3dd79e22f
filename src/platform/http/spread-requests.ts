// Begins a few requests in a turn of the event loop: of many that come at once, each would else be begun before any other event is seen.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** What begins one takes a fraction of a millisecond. */
const mostInATurn = 4;

/** In the order in which they come; who has gone by the time is left out. */
export function spreadRequests(app: RequestListener): RequestListener {
  const waiting: (() => void)[] = [];
  let left = mostInATurn;

  const beginTurn = (): void => {
    left = mostInATurn;
    while (left > 0 && waiting.length > 0) take(waiting.shift()!);
  };
  const take = (begin: () => void): void => {
    if (left === mostInATurn) setImmediate(beginTurn);
    left -= 1;
    begin();
  };

  return (req: IncomingMessage, res: ServerResponse) => {
    if (left > 0 && waiting.length === 0) return take(() => app(req, res));
    // What is known of the request while it is handled is its own, not of the one that was begun in the turn before.
    waiting.push(AsyncResource.bind(() => void (res.closed || app(req, res))));
  };
}
