// Begins a few requests in a turn of the event loop: of many that come at once, each would else be begun before any other event is seen.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** How many are begun in a turn: what begins one takes a fraction of a millisecond. */
const usual = 4;
const yielding = 1;

/** A crowd of those that give way keeps no other request waiting, nor do others keep them. */
export function spreadRequests(app: RequestListener, givesWay: (req: IncomingMessage) => boolean): RequestListener {
  const [others, crowd] = [inTurns(app, usual), inTurns(app, yielding)];
  return (req, res) => (givesWay(req) ? crowd : others)(req, res);
}

/** In the order in which they come; who has gone by the time is left out. */
function inTurns(app: RequestListener, mostInATurn: number): RequestListener {
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
