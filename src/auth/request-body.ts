// Parses JSON bodies after authentication, because the size limit depends on the caller.
import { isUtf8 } from 'node:buffer';
import { createHash, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isDaemon } from '../data/tenancy/viewer';
import { AppError } from '../errors';
import { nextTurn } from '../platform/threads/event-loop';

/** Maximum size of a body from anonymous callers, in bytes. Sign-ins, registrations and public queries are small. */
export const anonymousBodyBytes = 16 * 1024;
/** Maximum depth of nested arrays and objects, including the body itself. Individual fields have lower limits. */
export const maximumBodyDepth = 128;
/** Maximum number of distinct member names in all objects of a body. */
export const maximumMemberNames = 5_000;
/**
 * Maximum number of values in a body. Bodies of more than 2 MB may have one value for each 8 bytes; in real bodies, a
 * value takes more than 8 bytes.
 */
export const maximumValues = 250_000;
const leastBytesOfValue = 8;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Parses the body, if there is one: 413 if it is too large, 415 without a JSON content type, 400 if it is not JSON. */
export function jsonBody(maximumBytes: number): RequestHandler {
  const readers = {
    anonymous: reader(Math.min(anonymousBodyBytes, maximumBytes)),
    signedIn: reader(maximumBytes),
  };
  return (req, res, next) => {
    // Without a body, the parser is skipped because it would set an empty object.
    if (!hasBody(req)) return next();
    readers[req.authentication?.viewer ? 'signedIn' : 'anonymous'](req, res, next);
  };
}

/** A charset in Content-Type that names UTF-8 by another label (WHATWG Encoding), or its subset ASCII. */
const otherUtf8Label = /;\s*charset=("?)(?:utf8|us-ascii)\1\s*(?=;|$)/i;

function reader(maximumBytes: number): RequestHandler {
  const parse = express.json({ limit: maximumBytes, strict: false, type: () => true, verify: assertReadable });
  return (req: Request, res: Response, next: NextFunction) => {
    if (Number(req.headers['content-length']) > maximumBytes)
      return next(new AppError('payload_too_large', { max_bytes: maximumBytes }));
    if (!req.is(['json', '+json'])) return next(new AppError('unsupported_media_type'));
    // JSON is UTF-8 and has no charset parameter (RFC 8259), but body-parser knows only the label "utf-8".
    req.headers['content-type'] = req.headers['content-type']!.replace(otherUtf8Label, '; charset=utf-8');
    parse(req, res, (error?: unknown) => {
      // The handler that gets a long body works on it for milliseconds. Waiting for the next turn of the event loop
      // lets other requests run between two such handlers.
      if (!error && longBodies.has(req)) void nextTurn().then(() => next());
      else next(error);
    });
  };
}

const longBodies = new WeakSet<IncomingMessage>();
/** Bodies of at least this size take several milliseconds to handle. */
const longBodyBytes = 256 * 1024;

/**
 * Refuses bodies that are not UTF-8, because invalid bytes would be stored as U+FFFD. Reports of daemons are accepted:
 * they contain texts of devices, and one bad text must not lose the whole report.
 */
function assertReadable(req: IncomingMessage, _res: unknown, bytes: Buffer, charset: string): void {
  // JSON is UTF-8 (RFC 8259). The byte scan below would misread other encodings.
  if (charset !== 'utf-8') throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
  if (bytes.length >= longBodyBytes) longBodies.add(req);
  const { viewer } = req as Request;
  if (!(viewer && isDaemon(viewer)) && !isUtf8(bytes)) throw new Error('The body is no UTF-8.');
  const fault = unreadableJson(bytes);
  if (fault) throw new Error(`The body ${faultTexts[fault]}.`);
  if (req.headers['idempotency-key'] !== undefined)
    (req as Request).bodyDigest = createHash('sha256').update(bytes).digest('base64url');
}

/**
 * Why JSON is too expensive to parse. Each text is the end of an error sentence, such as "The body is nested too
 * deeply."
 */
export const faultTexts = {
  depth: 'is nested too deeply',
  names: 'has too many names',
  values: 'has too many values',
} as const;

const [quote, backslash, colon, comma, openArray, openObject, closeArray, closeObject] = Buffer.from('"\\:,[{]}');
// Random, so that callers cannot construct colliding names.
const hashSeed = randomInt(2 ** 32);

/**
 * Why a JSON text would take too long to parse; undefined if it would not. The reasons are deep nesting, many values,
 * and many distinct names, because V8 creates a hidden class for each new sequence of names (0.3 s per MB).
 */
export function unreadableJson(json: Uint8Array): keyof typeof faultTexts | undefined {
  const names = new Set<number>();
  const mostCommas = Math.max(maximumValues, json.length / leastBytesOfValue);
  let commas = 0;
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
    } else if (byte === comma) {
      commas += 1;
      if (commas >= mostCommas) return 'values';
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > maximumBodyDepth) return 'depth';
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return undefined;
}

/**
 * Number of bytes in which the end of a string is searched byte by byte. For short strings, calling `indexOf` would
 * take longer.
 */
const shortText = 64;

/** The position of the quote that ends a JSON string: the first quote that follows an even number of backslashes. */
function endOfText(json: Uint8Array, begin: number): number {
  for (let at = begin; at < json.length;) {
    for (const long = at + shortText; at < long && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
    if (json[at] === quote) return at;
    const quoteAt = json.indexOf(quote!, at);
    const end = quoteAt === -1 ? json.length : quoteAt;
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
