// Entity tags: answers that are the same until the code changes are made once, and 304 where the client has them.
import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { sendText } from './send';

/** Sends the JSON text with an `ETag`; 304 to a request that names it. A text that cannot be made is tried again. */
export function taggedAnswer(render: () => string | Promise<string>): RequestHandler {
  let made: Promise<{ text: string; tag: string }> | undefined;
  const make = async () => {
    const text = await render();
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  };
  return async (_req, res) => {
    made ??= make();
    made.catch(() => (made = undefined));
    const { text, tag } = await made;
    res.set({ ETag: tag, 'Cache-Control': 'no-cache' });
    sendText(res, text);
  };
}

/** Every fetch() adds "no-cache" to a request with `If-None-Match`: a word to caches, which Express takes for itself. */
export const heedTags: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
};

/** Names the answer by a weak tag, since it may be compressed on its way. */
export const setTag = (res: Response, tag: string): void => void res.set('ETag', `W/"${tag}"`);

/** The same; says whether the client has the answer (304). */
export function isKnown(res: Response, tag: string): boolean {
  setTag(res, tag);
  return res.req.fresh;
}
