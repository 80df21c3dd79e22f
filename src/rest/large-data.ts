// Answers of the REST door that are too large for one turn of the event loop: sent in pieces, or told to be unchanged.
import type { Response } from 'express';
import { nextTurn } from '../event-loop';
import { acceptedEncoding, largeAnswer } from '../graphql/large-answer';
import { dataEnvelope } from './envelope';
import { writeTo } from './list-pages';

export async function sendLargeData(res: Response, data: unknown, status = 200): Promise<void> {
  const { tag, encoding, bytes } = await largeAnswer(dataEnvelope(data), acceptedEncoding(res.req));
  res.status(status).vary('Accept-Encoding');
  // Whoever asks again is told that nothing has changed; nobody else keeps it for them.
  if (tag !== undefined) res.set({ ETag: `W/"${tag}"`, 'Cache-Control': 'private, no-cache' });
  if (tag !== undefined && res.req.fresh) return void res.status(304).end();
  const pieces = await bytes();
  res.type('application/json');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  for (const piece of pieces) if (!(await writeTo(res, piece))) break;
  res.end();
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
