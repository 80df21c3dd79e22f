// CORS: allows browser pages of the configured origins to call the service. No origin is allowed by default.
import type { RequestHandler } from 'express';

const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];
const readable = [
  ...limits,
  'X-Request-Id',
  'ETag',
  'Content-Disposition',
  'Idempotency-Replayed',
  'X-Netloom-Position',
];
/**
 * Request headers that are allowed but have no effect. Client libraries add them, mostly against cross-site request
 * forgery.
 */
export const ignoredHeaders = [
  ...['X-Requested-With', 'X-CSRF-Token', 'X-GraphQL-Yoga-CSRF', 'GraphQL-Require-Preflight', 'GraphQL-Preflight'],
  ...[
    'Apollo-Require-Preflight',
    'X-Apollo-Operation-Name',
    'Apollographql-Client-Name',
    'Apollographql-Client-Version',
  ],
];
const usedHeaders = [
  ...['Authorization', 'Content-Type', 'If-None-Match', 'X-GraphQL-Cost', 'X-Request-Id', 'Idempotency-Key'],
  ...['X-GraphQL-Event-Stream-Token', 'X-Netloom-Position'],
  'MCP-Protocol-Version',
];
const sendable = [...usedHeaders, ...ignoredHeaders];
const preflightSeconds = 600;

/**
 * Mount this before authentication and rate limits, because a preflight request has no credential and takes no token of
 * the rate limit.
 */
export function allowListedOrigins(corsOrigins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (corsOrigins.length === 0) return next();
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !corsOrigins.includes(origin)) return next();
    res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' });
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      res.set('Access-Control-Expose-Headers', readable.join(', '));
      return next();
    }
    res.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': sendable.join(', '),
      'Access-Control-Max-Age': String(preflightSeconds),
    });
    res.status(204).end();
  };
}
