// Sends responses of the REST API: as one text, or in pieces at the speed at which the client reads.
import type { Response } from 'express';
import { whenClosed } from './closed-answers';
import { compress, smallestBytes } from './negotiation';

const jsonType = 'application/json; charset=utf-8';

/** Number of characters below which a text is sent in one packet with its headers. */
const shortCharacters = 4096;

/**
 * Like `res.status(status).type(type).send(text)`, without Express's lookups. Responds with 304 if the client already
 * has the text.
 */
export function sendText(res: Response, text: string, { status = 200, type = jsonType } = {}): void {
  res.statusCode = status;
  if (res.req.fresh) return void res.status(304).end();
  const body = text.length < shortCharacters ? text : Buffer.from(text);
  const length = Buffer.byteLength(body);
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', length);
  if (length < smallestBytes) varyByEncoding(res);
  else setCompression(res);
  res.end(body, 'utf8');
}

function varyByEncoding(res: Response): void {
  if (res.getHeader('Vary') === undefined) res.setHeader('Vary', 'Accept-Encoding');
  else res.vary('Accept-Encoding');
}

export type TextPieces = AsyncGenerator<string, void, undefined>;

/**
 * Resolves with all pieces when the first piece is available. Until then nothing is sent, so an error in the first
 * piece can still set the status.
 */
export async function startText(pieces: TextPieces): Promise<TextPieces> {
  const first = await pieces.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* pieces;
    } finally {
      // The client disconnected at the first piece, so the generator is ended.
      await pieces.return();
    }
  })();
}

/**
 * Sends pieces after status and headers are set. Errors of the generator are thrown. If the client disconnects, the
 * generator is ended.
 */
export async function sendPieces(
  res: Response,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  setCompression(res);
  for await (const piece of pieces) if (!(await writeTo(res, piece))) break;
  res.end();
}

/**
 * Sends JSON that is generated in pieces. A single piece is sent as one text with its length. Sending begins when two
 * pieces are ready: an error while these are generated can still set the status.
 */
export async function sendTextOrPieces(res: Response, pieces: TextPieces): Promise<void> {
  const first = await pieces.next();
  const second = await pieces.next();
  if (second.done) return sendText(res, first.value!);
  res.status(200);
  if (res.req.fresh) {
    await pieces.return();
    return void res.status(304).end();
  }
  res.type(jsonType);
  await sendPieces(
    res,
    (async function* () {
      try {
        yield first.value!;
        yield second.value;
        yield* pieces;
      } finally {
        await pieces.return();
      }
    })(),
  );
}

/** Starts compressing the response, unless the compression middleware does so already (it has then set `res.flush`). */
function setCompression(res: Response): void {
  // A compressor that is created for a closed response would never be closed.
  if (!Object.hasOwn(res, 'flush') && !res.closed) compress(res.req, res, () => undefined);
}

/** Writes a piece and waits for a slow client. Resolves with false if the client has disconnected or reads no body. */
async function writeTo(res: Response, piece: string | Uint8Array): Promise<boolean> {
  if (res.destroyed) return false;
  if (!res.write(piece)) await whenDrained(res);
  return !res.destroyed && res.req.method !== 'HEAD';
}

const drainCallbacks = new WeakMap<Response, (() => void)[]>();

/**
 * Adds one drain listener per response, because the compression middleware forwards listeners and never removes them.
 */
function whenDrained(res: Response): Promise<void> {
  const callbacks = drainCallbacks.get(res);
  const waits = callbacks ?? [];
  if (!callbacks) {
    drainCallbacks.set(res, waits);
    const go = () => waits.splice(0).forEach((resolve) => resolve());
    res.on('drain', go);
    whenClosed(res, go);
  }
  return new Promise((resolve) => void waits.push(resolve));
}
