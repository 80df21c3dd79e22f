// HTTP negotiation (RFC 9110): methods (405) and media types (406), before work is done on an answer; compression of large ones.
import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors';

export const eventStream = 'text/event-stream';

/** Whether one of the media types may be sent; without `Accept` any may. We write UTF-8 alone. */
export function accepts({ headers }: Pick<Request, 'headers'>, types: readonly string[]): boolean {
  const ranges = (headers.accept ?? '').toLowerCase().replace(/\s/g, '');
  if (ranges === '') return true;
  return ranges.split(',').some((text) => {
    const [range = '', ...parameters] = text.split(';');
    const isUsable = parameters.every((one) => !/^q=0(\.0*)?$/.test(one) && !/^charset=(?!"?utf-8"?$)/.test(one));
    return isUsable && types.some((type) => isIn(range, type));
  });
}

function isIn(range: string, type: string): boolean {
  if (range === '*/*' || range === '*') return true;
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : range === type;
}

/** Refuses (406) callers to whom none of the media types may be sent. */
export const requireAcceptable =
  (types: readonly string[] = ['application/json']): RequestHandler =>
  (req, _res, next) =>
    next(accepts(req, types) ? undefined : new AppError('not_acceptable'));

/** Smaller answers are sent as they are: time is better spent than bytes, and what holds a secret is small. */
export const smallestBytes = 16 * 1024;

/** Compresses large answers, but no streams of events. Levels are low: half of the size saved costs a tenth of the time. */
export const compress = compression({
  threshold: smallestBytes,
  level: 3,
  filter: (req, res) =>
    !/^text\/event-stream\b/.test(String(res.getHeader('Content-Type'))) && compression.filter(req, res),
});

/** Answers every method that a path does not have: 405 with `Allow`; OPTIONS lists the methods. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const allow = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
  return (req, res, next) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new AppError('method_not_allowed', { method: req.method }));
  };
}
