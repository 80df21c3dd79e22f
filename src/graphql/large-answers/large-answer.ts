// Answers too large for one turn of the event loop: written in pieces, and kept finished where their parts have names.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { whenClosed } from '../../platform/http/closed-answers';
import { isTurnSpent, nextTurn, roomFor } from '../../platform/threads/event-loop';
import { sizedCache, singleFlight } from '../../platform/threads/bounded-cache';
import { AppError } from '../../errors';
import type { GraphqlContext } from '../context';
import { jsonPieces } from './json-pieces';
import { RawJson } from '../jit/raw-json';

/** Codings of content (RFC 9110) that are sent. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The best coding that the caller takes. */
export const acceptedEncoding = (req: Request): Encoding =>
  (['br', 'gzip'] as const).find((encoding) => req.acceptsEncodings(encoding)) ?? 'identity';

export interface LargeAnswer {
  /** Identifies the answer (ETag); absent where that would take reading all of it. */
  readonly tag?: string;
  /** The coding of the bytes. */
  readonly encoding: Encoding;
  /** What fails throws here, before anything is sent. */
  bytes(): Promise<readonly Uint8Array[]>;
}

/** Large answers that may be objects in memory at a time. */
const enter = roomFor(2);
/** The same of documents that may read much; the larger of them are held by more than one of the rooms. */
const enterCostly = roomFor(3);

type Asking = Pick<GraphqlContext, 'answer' | 'audience'>;

/** Before a large answer is made: waits until few others are being made. */
export const placeForLarge = (asking: Asking): Promise<void> => (asking.answer.place ??= entered(asking, enter()));

/** Before a costly document runs, while it holds nothing that others wait for: organizations have their turns. */
export const placeForCostly = (asking: Asking & Pick<GraphqlContext, 'viewer'>): Promise<void> =>
  entered(asking, enterCostly(asking.viewer.organizationId));

async function entered({ answer, audience }: Asking, place: ReturnType<typeof enter>): Promise<void> {
  const leave = await place;
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
  // What nobody waits for any more is not made, and nobody reads why.
  if (isGone) throw new AppError('rate_limit_exceeded');
}

/** Bytes of answers that are finished and wait for their readers: beyond so many no other is begun. */
const mostUnsent = 256_000_000;
/** A reader who takes nothing for so long is cut off. */
const stalledMs = 60_000;

class UnsentBytes {
  private now = 0;
  private waiting: (() => void)[] = [];

  get isFull(): boolean {
    return this.now > mostUnsent;
  }

  /** Until the answer is sent, or its reader has gone. */
  add(res: Response, pieces: readonly Uint8Array[]): void {
    const bytes = lengthOf(pieces);
    this.now += bytes;
    whenClosed(res, () => {
      this.now -= bytes;
      if (!this.isFull) for (const go of this.waiting.splice(0)) go();
    });
    res.setTimeout(stalledMs, () => void res.destroy());
  }

  isLess(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
export const unsentBytes = new UnsentBytes();

/** Bytes of finished answers that are kept, as they are sent. */
const keptBytes = 128_000_000;
const bytesPerPiece = 64 * 1024;

const finished = sizedCache<readonly Uint8Array[]>(keptBytes, lengthOf);
const finishing = singleFlight<readonly Uint8Array[]>();

/**
 * The JSON of a value. One piece of work writes the same text for all who are answered the same, and the answer is kept as
 * it is sent; where it holds texts that are known by a name, nobody reads them for that.
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
    const made = await encode(pieces, encoding);
    // What is known by no name is asked for again by hardly anybody.
    if (isNamed) finished.set(key, made);
    return made;
  };
  const bytes = async () => finished.get(key) ?? finishing(key, make);
  return { ...(isNamed && { tag }), encoding, bytes };
}

const compressors = {
  // Quick, for answers that are sent a few times: a little more than the best would be.
  br: () => createBrotliCompress({ chunkSize: bytesPerPiece, params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: () => createGzip({ chunkSize: bytesPerPiece, level: 3 }),
};

async function encode(pieces: readonly (string | RawJson)[], encoding: Encoding): Promise<readonly Uint8Array[]> {
  const texts = (async function* () {
    for (const piece of pieces)
      if (typeof piece === 'string') yield Buffer.from(piece);
      else yield* await piece.source.read();
  })();
  const made: Uint8Array[] = [];
  const keep = async (source: AsyncIterable<Uint8Array>) => {
    for await (const bytes of source) made.push(bytes);
  };
  if (encoding === 'identity') await keep(texts);
  else await pipeline(texts, compressors[encoding](), keep);
  return made;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
