// Spreads sign-ins over time. Without this delay, many simultaneous sign-ins would all start before the event loop
// handles any other request.
import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { RequestHandler } from 'express';
import { createPace } from '../platform/limits/pace';

/**
 * Milliseconds between the starts of two sign-ins. At this pace, password hashing runs at no more than about half of
 * its maximum rate, which leaves time for other requests.
 */
const everyMs = Math.max(10, 80 / availableParallelism());
const maxWaiting = 500;

export const signInPaths = ['/api/auth/login', '/api/auth/register'];

/**
 * Whether the request is a sign-in. Its URL is compared before routing, so a sign-in with a differently spelled URL is
 * not delayed.
 */
export const isSignIn = ({ url }: IncomingMessage): boolean => signInPaths.includes(url!);

/**
 * Middleware that delays sign-ins. Sign-ins from IP addresses that have used up their rate limit are not delayed,
 * because they are rejected anyway.
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
