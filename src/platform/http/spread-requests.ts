// Starts a bounded number of requests per turn of the event loop, so that a burst does not delay other events.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Number of requests that start per turn of the event loop. Starting a request takes a fraction of a millisecond. */
const usual = 4;
const yielding = 1;

/**
 * Spreads requests that arrive together over several turns of the event loop, so that other work runs in between. Each
 * turn starts up to four requests and, from a queue of its own, one request for which `givesWay` is true.
 */
export function spreadRequests(app: RequestListener, givesWay: (req: IncomingMessage) => boolean): RequestListener {
  const [others, crowd] = [inTurns(app, usual), inTurns(app, yielding)];
  return (req, res) => (givesWay(req) ? crowd : others)(req, res);
}

function inTurns(app: RequestListener, mostInATurn: number): RequestListener {
  const waitingTurns: (() => void)[] = [];
  let turnsLeft = mostInATurn;

  const beginTurn = (): void => {
    turnsLeft = mostInATurn;
    while (turnsLeft > 0 && waitingTurns.length > 0) take(waitingTurns.shift()!);
  };
  const take = (begin: () => void): void => {
    if (turnsLeft === mostInATurn) setImmediate(beginTurn);
    turnsLeft -= 1;
    begin();
  };

  return (req: IncomingMessage, res: ServerResponse) => {
    if (turnsLeft > 0 && waitingTurns.length === 0) return take(() => app(req, res));
    // `AsyncResource.bind` keeps the async context of the waiting request. Otherwise, it would run in the async context
    // of the request that starts the next turn.
    waitingTurns.push(AsyncResource.bind(() => void (res.closed || app(req, res))));
  };
}
