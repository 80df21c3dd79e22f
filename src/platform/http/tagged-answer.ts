// Answers that are the same for everybody until the code changes: made once, not sent again to who has them.
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Sends the JSON text with an `ETag`; 304 to a request that names it. A text that cannot be made is tried again. */
export function taggedAnswer(render: () => string | Promise<string>): RequestHandler {
  let made: Promise<{ text: string; tag: string }> | undefined;
  const make = async () => {
    const text = await render();
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  };
  return async (req, res) => {
    made ??= make();
    made.catch(() => (made = undefined));
    const { text, tag } = await made;
    res.set({ ETag: tag, 'Cache-Control': 'no-cache' });
    if (req.fresh) res.status(304).end();
    else res.type('json').send(text);
  };
}
