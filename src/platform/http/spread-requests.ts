// Starts a bounded number of requests per turn of the event loop, so that a burst does not delay other events.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Number of requests that start per turn of the event loop. Starting a request takes a fraction of a millisecond. */
const usual = 4;
const yielding = 1;

/** Queues requests for which `givesWay` is true separately. One of them starts per turn, and up to four others. */
export function spreadRequests(app: RequestListener, givesWay: (req: IncomingMessage) => boolean): RequestListener {
  const [others, crowd] = [inTurns(app, usual), inTurns(app, yielding)];
  return (req, res) => (givesWay(req) ? crowd : others)(req, res);
}

/** Starts requests in the order of arrival. Requests whose client has disconnected are skipped. */
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
    // Keeps the async context of each request. Without this, a request would run in the async context of a request that
    // was started in the previous turn.
    waitingTurns.push(AsyncResource.bind(() => void (res.closed || app(req, res))));
  };
}
