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
   * Whether the response has the header `ETag`, a hash of its content. A large response has it only if all texts that
   * are inserted into the response have keys.
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
  // The response is one text unless a resolver has marked it as large or, on a route without `ETag`, it is long. On a
  // route with `ETag`, the length does not decide, so that the `ETag` is computed in the same way for any number of
  // rows.
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
