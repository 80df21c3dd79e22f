// HTTP negotiation (RFC 9110): methods (405), media types (406), and compression of large responses.
import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors';

export const eventStream = 'text/event-stream';

/** A parameter with another charset than UTF-8 and its subset ASCII. */
const otherCharset = /^charset=(?!"?(?:utf-?8|us-ascii)"?$)/;

/** Whether a caller accepts one of the media types in UTF-8. Without an `Accept` header, it accepts every type. */
export function accepts({ headers }: Pick<Request, 'headers'>, types: readonly string[]): boolean {
  const ranges = (headers.accept ?? '').toLowerCase().replace(/\s/g, '');
  if (ranges === '') return true;
  return ranges.split(',').some((text) => {
    const [range = '', ...parameters] = text.split(';');
    const isUsable = parameters.every((one) => !/^q=0(\.0*)?$/.test(one) && !otherCharset.test(one));
    return isUsable && types.some((type) => isIn(range, type));
  });
}

function isIn(range: string, type: string): boolean {
  if (range === '*/*' || range === '*') return true;
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : range === type;
}

/** Middleware that responds with 406 to callers that accept none of the media types. */
export const requireAcceptable =
  (types: readonly string[] = ['application/json']): RequestHandler =>
  (req, _res, next) =>
    next(accepts(req, types) ? undefined : new AppError('not_acceptable'));

/**
 * Minimum size in bytes of a response that is compressed. Compressing smaller responses gains little time. Responses
 * that contain secrets are smaller, and must not be compressed, because their compressed size could reveal a secret.
 */
export const smallestBytes = 16 * 1024;

/**
 * Compresses large responses, except event streams. Low levels halve the size in a tenth of the time that higher ones
 * need.
 */
export const compress = compression({
  threshold: smallestBytes,
  level: 3,
  filter: (req, res) =>
    !/^text\/event-stream\b/.test(String(res.getHeader('Content-Type'))) && compression.filter(req, res),
});

/** Responds to methods that a path does not have by 405 with `Allow`, and to OPTIONS with the list of methods. */
export function methodNotAllowed(allowedMethods: readonly string[]): RequestHandler {
  const allow = [...new Set([...allowedMethods, ...(allowedMethods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
    ', ',
  );
  return (req, res, next) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new AppError('method_not_allowed', { method: req.method }));
  };
}
