// Spreads sign-ins over time. Otherwise many simultaneous sign-ins would all start before the event loop handles
// anything else.
import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { RequestHandler } from 'express';
import { createPace } from '../platform/limits/pace';

/**
 * Milliseconds between sign-ins: at most about half of the possible rate of hashing, which leaves time for other
 * requests.
 */
const everyMs = Math.max(10, 80 / availableParallelism());
const maxWaiting = 500;

export const signInPaths = ['/api/auth/login', '/api/auth/register'];

/** The URL is compared before routing. A sign-in whose URL is spelled differently is not delayed. */
export const isSignIn = ({ url }: IncomingMessage): boolean => signInPaths.includes(url!);

/**
 * Middleware that delays sign-ins. Requests of addresses beyond their limit are not delayed, because they are rejected
 * anyway.
 */
export function paceSignIns(isRefusing: (address: string | undefined) => boolean): RequestHandler {
  const pace = createPace(everyMs, maxWaiting);
  return async (req, res, next) => {
    if (req.method !== 'POST') return next();
    await pace(() => res.closed || isRefusing(req.ip));
    // A client that has disconnected needs no response.
    if (!res.closed) next();
  };
}
