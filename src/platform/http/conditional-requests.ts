// Answers 304 to requests that name the tag of the current answer (If-None-Match).
import type { RequestHandler } from 'express';

/** Every fetch() adds "no-cache" to a request with `If-None-Match`: a word to caches, which Express takes for itself. */
export const heedTags: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
};
