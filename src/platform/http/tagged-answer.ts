// Responses with the header `ETag`. The text of a response is rendered once; clients that have it already get 304.
import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { sendText } from './send';

/** Sends the text with an `ETag`; 304 for a matching `If-None-Match`. Rendering is retried after an error. */
export function taggedAnswer(render: () => string | Promise<string>): RequestHandler {
  let cachedAnswer: Promise<{ text: string; tag: string }> | undefined;
  const make = async () => {
    const text = await render();
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  };
  return async (_req, res) => {
    cachedAnswer ??= make();
    cachedAnswer.catch(() => (cachedAnswer = undefined));
    const { text, tag } = await cachedAnswer;
    res.set({ ETag: tag, 'Cache-Control': 'no-cache' });
    sendText(res, text);
  };
}

/**
 * Removes `Cache-Control: no-cache`, which the fetch() of browsers adds to requests with `If-None-Match`. With this
 * header, Express ignores `If-None-Match`.
 */
export const heedTags: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
};

/** Sets a weak `ETag`, because the response may be compressed. */
export const setTag = (res: Response, tag: string): void => void res.set('ETag', `W/"${tag}"`);

/** Sets the `ETag`, and returns whether the client already has the response (304). */
export function isKnown(res: Response, tag: string): boolean {
  setTag(res, tag);
  return res.req.fresh;
}
