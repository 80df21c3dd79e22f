// Reads the header `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header).
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { KeyedRequest } from '../data/tenancy/idempotent-answers';
import { isDaemon } from '../data/tenancy/viewer';
import { AppError } from '../errors';

/** The response header of an answer that was stored for an earlier request. */
export const replayedHeader = 'Idempotency-Replayed';
const longestKey = 255;

/**
 * Reads the header `Idempotency-Key`; undefined without the header, without a credential, or for daemons, which repeat
 * reports by rules of their own. Keys are independent per `route`. Throws 400 unless a key has 1 to 255 visible ASCII
 * characters or spaces, with or without quotes.
 */
export async function keyedRequest(req: Request, route: string): Promise<KeyedRequest | undefined> {
  const header = req.get('Idempotency-Key');
  const viewer = req.authentication?.viewer;
  if (header === undefined || !viewer || isDaemon(viewer)) return undefined;
  return { key: keyIn(header), route, digest: await digestOf(req) };
}

function keyIn(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header);
  const key = quoted ? quoted[1]!.replace(/\\(.)/g, '$1') : header;
  if (!/^[ -~]+$/.test(key) || key.length > longestKey || (!quoted && /["\\]/.test(key)))
    throw new AppError('validation_invalid_format', { field: 'Idempotency-Key' });
  return key;
}

/** A hash of method, URL and body. Two requests with the same key and the same hash are the same write. */
async function digestOf({ method, originalUrl, bodyDigest = '', upload }: Request): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([method, originalUrl, bodyDigest]));
  if (upload) for await (const bytes of upload.read()) hash.update(bytes);
  return hash.digest('base64url');
}
