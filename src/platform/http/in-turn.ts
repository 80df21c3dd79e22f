// Several handlers as one: Express compares every request with every handler that is mounted, by path and method.
import type { RequestHandler } from 'express';

/** One after the other, on a request that all are for; an error, or a promise that is rejected, goes to what handles errors. */
export const inTurn =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    let at = 0;
    const go = (failure?: unknown): void => {
      const handler = failure ? undefined : handlers[at++];
      if (!handler) return next(failure);
      try {
        const ended: unknown = handler(req, res, go);
        if (ended instanceof Promise) ended.catch((error: unknown) => next(error ?? new Error('rejected')));
      } catch (error) {
        next(error);
      }
    };
    go();
  };

/** For requests whose path begins so, as it is where this is mounted. */
export const below =
  (beginning: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.path.startsWith(beginning) ? handler(req, res, next) : next();
