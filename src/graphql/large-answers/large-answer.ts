// Writes large responses in pieces, over several turns of the event loop. Caches the bytes of responses that contain
// inserted JSON texts.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { whenClosed } from '../../platform/http/closed-answers';
import { shareOfMemory } from '../../platform/limits/memory-budget';
import { isTurnSpent, nextTurn, createRoom } from '../../platform/threads/event-loop';
import { sizedCache, singleFlight } from '../../platform/threads/bounded-cache';
import { AppError } from '../../errors';
import type { GraphqlContext } from '../context';
import { jsonPieces } from './json-pieces';
import { RawJson } from '../jit/raw-json';

/** Content codings of responses that the service supports (RFC 9110). */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The best content coding that the caller accepts. */
export const acceptedEncoding = (req: Request): Encoding =>
  (['br', 'gzip'] as const).find((encoding) => req.acceptsEncodings(encoding)) ?? 'identity';

export interface LargeAnswer {
  /**
   * Value of the header `ETag`; undefined unless the response has `RawJson` placeholders, for JSON texts that are read
   * when the response is written.
   */
  readonly tag?: string;
  /** The content coding of the bytes. */
  readonly encoding: Encoding;
  /** Returns the bytes of the response. Rejects before anything is sent if the response cannot be written. */
  bytes(): Promise<readonly Uint8Array[]>;
}

/** At most two large responses are in memory as objects at the same time. */
const enter = createRoom(2);

type Asking = Pick<GraphqlContext, 'answer' | 'audience'>;

/** Maximum number of seconds that a request waits before its costly document runs or its large response is built. */
const mostWaitSeconds = 20;

/**
 * Waits for a slot; resolves with the function that frees it. Throws `rate_limit_exceeded` after `mostWaitSeconds`; a
 * slot that is assigned later is freed at once.
 */
async function inTime(place: ReturnType<typeof enter>): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new AppError('rate_limit_exceeded', { waited_seconds: mostWaitSeconds }, mostWaitSeconds);
    timer = setTimeout(() => reject(error), mostWaitSeconds * 1000);
  });
  try {
    return await Promise.race([place, late]);
  } catch (error) {
    void place.then((leave) => leave());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for one of the two slots for large responses, before the response is built. Organizations take turns. Later
 * calls of the same request use the slot that the request already has.
 */
export const placeForLarge = (asking: Asking & Pick<GraphqlContext, 'payer'>): Promise<void> =>
  (asking.answer.place ??= occupy(asking, enter(asking.payer)));

/**
 * Waits for a slot for a large response or a costly document. Frees the slot when the response is serialized or the
 * caller disconnects. Throws `rate_limit_exceeded` if the caller has waited too long or disconnected meanwhile.
 */
export async function occupy({ answer, audience }: Asking, place: ReturnType<typeof enter>): Promise<void> {
  const leave = await inTime(place);
  const { release } = answer;
  answer.release = () => {
    leave();
    release();
  };
  let isGone = false;
  audience.onGone(() => {
    isGone = true;
    leave();
  });
  if (unsentBytes.isFull) await unsentBytes.isLess();
  // Throws if the caller has disconnected, so that the response is not built.
  if (isGone) throw new AppError('rate_limit_exceeded');
}

/**
 * Number of bytes of written responses that slow clients have not read yet. Above it, no further large response starts.
 */
const mostUnsent = 256_000_000;
/** Milliseconds after which a client that reads nothing is disconnected. */
const stalledMs = 60_000;

export class UnsentBytes {
  private now = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly limits = { most: shareOfMemory(mostUnsent), stalledMs }) {}

  get isFull(): boolean {
    return this.now > this.limits.most;
  }

  /**
   * Counts the bytes as unsent until the response is sent, its client disconnects, or the returned function is called.
   * A client that reads nothing is disconnected.
   */
  add(res: Response, pieces: readonly Uint8Array[]): () => void {
    let bytes = lengthOf(pieces);
    this.now += bytes;
    const free = () => {
      this.now -= bytes;
      bytes = 0;
      if (!this.isFull) for (const go of this.waiting.splice(0)) go();
    };
    whenClosed(res, free);
    if (res.listenerCount('timeout') === 0) res.setTimeout(this.limits.stalledMs, () => void res.destroy());
    return free;
  }

  isLess(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
export const unsentBytes = new UnsentBytes();

/** Maximum number of bytes of cached responses, counted in compressed form. */
const keptBytes = 128_000_000;
const bytesPerPiece = 64 * 1024;

const finished = sizedCache<readonly Uint8Array[]>(keptBytes, lengthOf);
const finishing = singleFlight<readonly Uint8Array[]>();

/**
 * Serializes a value as JSON. Concurrent calls share the work. A response with `RawJson` placeholders, whose texts are
 * read when the response is written, is cached. The cache key contains the keys of these texts instead of the texts, so
 * that a cached response is found without reading them.
 */
export async function largeAnswer(value: unknown, encoding: Encoding): Promise<LargeAnswer> {
  const pieces: (string | RawJson)[] = [];
  let unwritten = '';
  const turn = { of: pieces, goesOn: true };
  for (const piece of jsonPieces(value)) {
    if (isTurnSpent()) await nextTurn(turn);
    if (typeof piece === 'string' && (unwritten += piece).length < bytesPerPiece) continue;
    pieces.push(unwritten);
    if (typeof piece !== 'string') pieces.push(piece);
    unwritten = '';
  }
  pieces.push(unwritten);
  const isNamed = pieces.some((piece) => piece instanceof RawJson);
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(typeof piece === 'string' ? piece : `\0${piece.source.key}\0`);
    if (isTurnSpent()) await nextTurn(turn);
  }
  const tag = hash.digest('base64url');
  const key = `${encoding} ${tag}`;
  const make = async () => {
    const encodedBytes = await encode(pieces, encoding);
    // A response without `RawJson` placeholders is rarely requested again, so it is not cached.
    if (isNamed) finished.set(key, encodedBytes);
    return encodedBytes;
  };
  const bytes = async () => finished.get(key) ?? finishing(key, make);
  return { ...(isNamed && { tag }), encoding, bytes };
}

const compressors = {
  // Compression is fast instead of best, because a response is sent only a few times. The result is slightly larger.
  br: () => createBrotliCompress({ chunkSize: bytesPerPiece, params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: () => createGzip({ chunkSize: bytesPerPiece, level: 3 }),
};

async function encode(pieces: readonly (string | RawJson)[], encoding: Encoding): Promise<readonly Uint8Array[]> {
  const texts = (async function* () {
    for (const piece of pieces)
      if (typeof piece === 'string') yield Buffer.from(piece);
      else yield* await piece.source.read();
  })();
  const chunks: Uint8Array[] = [];
  const keep = async (source: AsyncIterable<Uint8Array>) => {
    for await (const bytes of source) chunks.push(bytes);
  };
  if (encoding === 'identity') await keep(texts);
  else await pipeline(texts, compressors[encoding](), keep);
  return chunks;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
