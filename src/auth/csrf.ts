// Writes that a browser authenticates by cookie must come from our own pages: a foreign page could send them unseen.
import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors';

export interface TrustedOrigins {
  readonly publicUrl?: string;
  readonly corsOrigins: readonly string[];
}

// A page of another origin cannot set these without a preflight, and we answer preflights of listed origins only.
const provingHeaders = ['x-requested-with', 'x-csrf-token', 'x-graphql-yoga-csrf', 'apollo-require-preflight'];

// They change nothing by the cookie's power: signing in replaces it, and `me` only reads.
const withoutProof = /^\/api\/auth\/(setup|register|login|me)\/?$/i;

/** Mount behind authentication, in front of both doors. */
export function refuseForgedWrites(trusted: TrustedOrigins): RequestHandler {
  return (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return next();
    const path = req.baseUrl + req.path;
    const isSigningIn = withoutProof.test(path);
    if (!isSigningIn && req.authentication?.viewer?.via !== 'session') return next();
    const origin = originOf(req, trusted);
    const isProven = origin === 'own' || (origin === 'untold' && (isSigningIn || hasProvingHeader(req)));
    next(isProven ? undefined : new AppError('auth_origin_not_allowed'));
  };
}

function hasProvingHeader(req: Request): boolean {
  return provingHeaders.some((name) => req.headers[name] !== undefined);
}

function originOf(req: Request, trusted: TrustedOrigins): 'own' | 'foreign' | 'untold' {
  const { origin } = req.headers;
  if (origin !== undefined && (origin === trusted.publicUrl || trusted.corsOrigins.includes(origin))) return 'own';
  // The browser's own word, which scripts can't forge and proxies don't rewrite, counts more than comparing addresses.
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  if (origin === undefined) return 'untold';
  return URL.canParse(origin) && new URL(origin).host === req.host?.toLowerCase() ? 'own' : 'foreign';
}
