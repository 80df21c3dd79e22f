// HTTP negotiation (RFC 9110): methods (405) and media types (406), before work is done on an answer; compression of large ones.
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
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
const smallestBytes = 16 * 1024;

/** Streams of events are never held back. Levels are low: half of the size saved costs a tenth of the time. */
const compress = compression({
  threshold: smallestBytes,
  level: 3,
  filter: (req, res) =>
    !/^text\/event-stream\b/.test(String(res.getHeader('Content-Type'))) && compression.filter(req, res),
});

/** Compresses large answers. What judges an answer comes to it with its first byte: small JSON, sent at once, needs no more than a header. */
export const compressLarge = (): RequestHandler => (req, res, next) => {
  const { end, write, writeHead } = res;
  const begun = () => {
    Object.assign(res, { end, write, writeHead });
    if (isSmallJson(res)) varyByEncoding(res);
    // What nobody waits for any more would leave a compressor behind that nothing closes.
    else if (!res.closed) compress(req, res, () => undefined);
    return res;
  };
  Object.assign(res, {
    end: (...sent: Parameters<typeof end>) => begun().end(...sent),
    write: (...sent: Parameters<typeof write>) => begun().write(...sent),
    writeHead: (...sent: Parameters<typeof writeHead>) => begun().writeHead(...sent),
  });
  next();
};

const jsonType = 'application/json; charset=utf-8';

/** Of a known length below that at which compression begins. */
function isSmallJson(res: Response): boolean {
  return res.getHeader('Content-Type') === jsonType && Number(res.getHeader('Content-Length')) < smallestBytes;
}

function varyByEncoding(res: Response): void {
  if (res.getHeader('Vary') === undefined) res.setHeader('Vary', 'Accept-Encoding');
  else res.vary('Accept-Encoding');
}

/** Shorter texts go out in one piece with their headers. */
const shortCharacters = 4096;

/** The same as `res.status(status).json(value)`, without what Express looks up for every answer. */
export function sendJson(res: Response, status: number, value: unknown): void {
  const { headers } = res.req;
  // An answer that the client may have already is Express's to judge.
  if (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined)
    return void res.status(status).json(value);
  const text = JSON.stringify(value);
  const body = text.length < shortCharacters ? text : Buffer.from(text);
  res.statusCode = status;
  res.setHeader('Content-Type', jsonType);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body, 'utf8');
}

/** Answers every method that a path does not have: 405 with `Allow`; OPTIONS lists the methods. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const allow = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
  return (req, res, next) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new AppError('method_not_allowed', { method: req.method }));
  };
}
