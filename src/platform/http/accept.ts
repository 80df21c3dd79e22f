// What a caller accepts (RFC 9110, 12.5.1), asked before work is done on an answer that could not be sent.
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
