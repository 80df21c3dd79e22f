// Sends the result of an operation in the envelope: as one text, in pieces if the result is too large for one turn of
// the event loop, or as a 304 without a body.
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import { isLong } from '../graphql/large-answers/json-pieces';
import { acceptedEncoding, largeAnswer, unsentBytes } from '../graphql/large-answers/large-answer';
import { sendPieces, sendText } from '../platform/http/send';
import { isKnown, setTag } from '../platform/http/tagged-answer';
import { dataEnvelope } from './envelope';

interface AnswerOptions {
  readonly status?: number | undefined;
  /**
   * Whether the response has the header `ETag`, a hash of its content. A large response has none if a part of it was
   * generated without a cache key.
   */
  readonly isTagged?: boolean | undefined;
}

export async function sendAnswer(
  res: Response,
  data: unknown,
  { answer }: Pick<GraphqlContext, 'answer'>,
  { status = 200, isTagged = false }: AnswerOptions = {},
): Promise<void> {
  const envelope = dataEnvelope(data);
  // A long result is sent in pieces. On routes with `ETag`, only results marked as large are sent in pieces: the `ETag`
  // of pieces differs from that of a single text, so the form must not depend on the length of the result.
  if (!answer.isLarge && (isTagged || !isLong(envelope))) {
    const text = JSON.stringify(envelope);
    if (isTagged) setTag(res, createHash('sha256').update(text).digest('base64url'));
    return sendText(res, text, { status });
  }
  const { tag, encoding, bytes } = await largeAnswer(envelope, acceptedEncoding(res.req));
  res.status(status).vary('Accept-Encoding');
  if (tag !== undefined && isKnown(res, tag)) return void res.status(304).end();
  const pieces = await bytes();
  answer.release();
  unsentBytes.add(res, pieces);
  res.type('application/json');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  await sendPieces(res, pieces);
}
