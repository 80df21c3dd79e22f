// Sign-ins that come at once begin one after another: the first work on each, before any of them waits, would hold up all others.
import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { RequestHandler } from 'express';
import { createPace } from '../platform/limits/pace';

/** Fewer than half as many a second as the cores that hash could do: the rest of their time is for everybody else. */
const everyMs = Math.max(10, 80 / availableParallelism());
const maxWaiting = 500;

export const signInPaths = ['/api/auth/login', '/api/auth/register'];

/** Told by the address as it came, before it is routed; one that is written otherwise is begun as any other request. */
export const isSignIn = ({ url }: IncomingMessage): boolean => signInPaths.includes(url!);

/** `isRefusing`: addresses beyond their limit, whose requests end at it and keep nobody else waiting. */
export function paceSignIns(isRefusing: (address: string | undefined) => boolean): RequestHandler {
  const pace = createPace(everyMs, maxWaiting);
  return async (req, res, next) => {
    if (req.method !== 'POST') return next();
    await pace(() => res.closed || isRefusing(req.ip));
    // Nobody waits for the answer any more, and the body will not come.
    if (!res.closed) next();
  };
}
