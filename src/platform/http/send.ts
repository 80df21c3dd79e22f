// The two ways in which an answer of REST is sent: as one text, or in pieces as its reader takes them.
import type { Response } from 'express';
import { whenClosed } from './closed-answers';
import { compress, smallestBytes } from './negotiation';

const jsonType = 'application/json; charset=utf-8';

/** Shorter texts go out in one piece with their headers. */
const shortCharacters = 4096;

/** The same as `res.status(status).type(type).send(text)`, without what Express looks up for every answer; 304 where the client has it. */
export function sendText(res: Response, text: string, { status = 200, type = jsonType } = {}): void {
  res.statusCode = status;
  if (res.req.fresh) return void res.status(304).end();
  const body = text.length < shortCharacters ? text : Buffer.from(text);
  const length = Buffer.byteLength(body);
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', length);
  if (length < smallestBytes) varyByEncoding(res);
  else compressed(res);
  res.end(body, 'utf8');
}

function varyByEncoding(res: Response): void {
  if (res.getHeader('Vary') === undefined) res.setHeader('Vary', 'Accept-Encoding');
  else res.vary('Accept-Encoding');
}

export type TextPieces = AsyncGenerator<string, void, undefined>;

/** The same pieces, the first of them already there: refusals come with it, before there is anything to take back. */
export async function started(pieces: TextPieces): Promise<TextPieces> {
  const first = await pieces.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* pieces;
    } finally {
      // Who leaves at the first piece has not come to the others.
      await pieces.return();
    }
  })();
}

/** Status and headers are set by then. What fails on the way throws; a reader who goes away ends it. */
export async function sendPieces(
  res: Response,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  compressed(res);
  for await (const piece of pieces) if (!(await writeTo(res, piece))) break;
  res.end();
}

/** Compresses what is sent from now on, unless that is done already: the middleware adds `flush`. */
function compressed(res: Response): void {
  // What nobody waits for any more would leave a compressor behind that nothing closes.
  if (!Object.hasOwn(res, 'flush') && !res.closed) compress(res.req, res, () => undefined);
}

/** Writes and waits until a slow reader has taken it; false when the client is gone or reads no body. */
async function writeTo(res: Response, piece: string | Uint8Array): Promise<boolean> {
  if (res.destroyed) return false;
  if (!res.write(piece)) await drained(res);
  return !res.destroyed && res.req.method !== 'HEAD';
}

const waiting = new WeakMap<Response, (() => void)[]>();

/** One listener for all waits of a response: what compresses it hands listeners on, and takes none of them back. */
function drained(res: Response): Promise<void> {
  const known = waiting.get(res);
  const waits = known ?? [];
  if (!known) {
    waiting.set(res, waits);
    const go = () => waits.splice(0).forEach((resolve) => resolve());
    res.on('drain', go);
    whenClosed(res, go);
  }
  return new Promise((resolve) => void waits.push(resolve));
}
