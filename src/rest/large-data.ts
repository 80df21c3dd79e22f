// Answers of the REST door that are too large for one turn of the event loop: sent in pieces, or as 304.
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { isKnown } from '../platform/http/tagged-answer';
import { nextTurn } from '../platform/threads/event-loop';
import { acceptedEncoding, largeAnswer, unsentBytes } from '../graphql/large-answers/large-answer';
import { dataEnvelope, type Pagination } from './envelope';
import { writeTo } from './list-pages';

export async function sendLargeData(
  res: Response,
  data: unknown,
  { status = 200, pagination }: { readonly status?: number; readonly pagination?: Pagination } = {},
): Promise<void> {
  const { tag, encoding, bytes } = await largeAnswer(dataEnvelope(data, pagination), acceptedEncoding(res.req));
  res.status(status).vary('Accept-Encoding');
  if (tag !== undefined && isKnown(res, tag)) return void res.status(304).end();
  const pieces = await bytes();
  unsentBytes.add(res, pieces);
  res.type('application/json');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  for (const piece of pieces) if (!(await writeTo(res, piece))) break;
  res.end();
}

/** The same for an answer of any other size: its tag is of all that it says. */
export function sendTaggedData(res: Response, data: unknown): void {
  const text = JSON.stringify(dataEnvelope(data));
  if (isKnown(res, createHash('sha256').update(text).digest('base64url'))) res.status(304).end();
  else res.type('application/json').send(text);
}

const charactersPerPiece = 256 * 1024;

export async function sendLargeText(res: Response, text: string): Promise<void> {
  for (let at = 0; at < text.length;) {
    let end = at + charactersPerPiece;
    // The halves of a surrogate pair are one character.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    await nextTurn();
    if (!(await writeTo(res, text.slice(at, end)))) break;
    at = end;
  }
  res.end();
}
