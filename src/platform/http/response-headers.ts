// Headers that all responses have unless a handler sets others.
import type { RequestHandler } from 'express';

/** Sets headers that keep browsers from guessing content types, showing frames and naming pages to other sites. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  res.set({ 'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'same-origin' });
  next();
};

/**
 * Prevents caches between client and service from giving the response, or renewed cookie, of one caller to another.
 * Handlers of responses without private data set another `Cache-Control`.
 */
export const forTheCallerAlone: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-cache');
  next();
};
