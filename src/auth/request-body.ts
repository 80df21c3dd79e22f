// The JSON body of a request: read once it is known who asks, and no more of it than they may send.
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isDaemon } from '../data/tenancy/viewer';
import { AppError } from '../errors';
import { nextTurn } from '../platform/threads/event-loop';

/** Documents of public operations, passwords and accounts are small. */
export const anonymousBodyBytes = 16 * 1024;
/** Maximum nesting of arrays and objects, the body itself included; fields that are read have closer bounds. */
export const maximumBodyDepth = 128;
/** How many different names the members of all objects in a body may have. */
export const maximumMemberNames = 5_000;

/** Whether the request brings a body. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads the body, if there is one: 413 if it is too large, 415 if it is not declared as JSON, 400 if it is not JSON. */
export function jsonBody(maximumBytes: number): RequestHandler {
  const readers = {
    anonymous: reader(Math.min(anonymousBodyBytes, maximumBytes)),
    signedIn: reader(maximumBytes),
  };
  return (req, res, next) => {
    // Where nothing was sent there is no body; the parser would make it an empty object.
    if (!hasBody(req)) return next();
    readers[req.authentication?.viewer ? 'signedIn' : 'anonymous'](req, res, next);
  };
}

function reader(maximumBytes: number): RequestHandler {
  const parse = express.json({ limit: maximumBytes, strict: false, type: () => true, verify: assertReadable });
  return (req: Request, res: Response, next: NextFunction) => {
    if (Number(req.headers['content-length']) > maximumBytes)
      return next(new AppError('payload_too_large', { max_bytes: maximumBytes }));
    if (!req.is(['json', '+json'])) return next(new AppError('unsupported_media_type'));
    parse(req, res, (error?: unknown) => {
      // Many that end together would else be read and answered in one turn of the event loop.
      if (!error && longBodies.has(req)) void nextTurn().then(() => next());
      else next(error);
    });
  };
}

const longBodies = new WeakSet<IncomingMessage>();
/** Reading a body of so many bytes, and what follows, takes some milliseconds each. */
const longBodyBytes = 256 * 1024;

/**
 * Express recognizes the error by its name: the body reader wraps all other errors in its own. What is no UTF-8 would be
 * stored as U+FFFD. Of daemons it is taken so: what they report is what devices say, and the rest of it counts.
 */
function assertReadable(req: IncomingMessage, _res: unknown, bytes: Buffer, charset: string): void {
  // JSON is UTF-8 (RFC 8259); in other encodings a byte is not what it looks like.
  if (charset !== 'utf-8') throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
  if (bytes.length >= longBodyBytes) longBodies.add(req);
  const { viewer } = req as Request;
  if (!(viewer && isDaemon(viewer)) && !isUtf8(bytes)) throw new Error('The body is no UTF-8.');
  const fault = unreadableJson(bytes);
  if (fault) throw new Error(fault === 'depth' ? 'The body is nested too deeply.' : 'The body has too many names.');
}

const [quote, backslash, colon, openArray, openObject, closeArray, closeObject] = Buffer.from('"\\:[{]}');
// Unknown to callers, so that nobody can make names that look the same.
const hashSeed = randomInt(2 ** 32);

/**
 * What makes JSON too expensive to parse, if anything does, found in one pass that stops there: nested deeper than
 * `maximumBodyDepth`, or its members have more than `maximumMemberNames` different names. The parser's work grows with each
 * level, and it keeps a shape for each new sequence of names: 1 MB of names that are all different takes it 0.3 s.
 */
export function unreadableJson(json: Uint8Array): 'depth' | 'names' | undefined {
  const names = new Set<number>();
  let depth = 0;
  let [textBegins, textEnds] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (byte === quote) {
      textBegins = at + 1;
      at = textEnds = endOfText(json, textBegins);
    } else if (byte === colon) {
      names.add(hashOfName(json, textBegins, textEnds));
      if (names.size > maximumMemberNames) return 'names';
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > maximumBodyDepth) return 'depth';
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return undefined;
}

/** Up to here texts are read byte by byte: a search costs as much as that. */
const shortText = 64;

/** Where the quote is that ends the text which begins there: one with an even number of backslashes before it. */
function endOfText(json: Uint8Array, begin: number): number {
  for (let at = begin; at < json.length;) {
    for (const long = at + shortText; at < long && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
    if (json[at] === quote) return at;
    const found = json.indexOf(quote!, at);
    const end = found === -1 ? json.length : found;
    let slashes = 0;
    while (end - slashes > at && json[end - slashes - 1] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
    at = end + 1;
  }
  return json.length;
}

function hashOfName(json: Uint8Array, begin: number, end: number): number {
  let hash = hashSeed;
  for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ json[at]!, 0x01000193);
  return hash;
}
