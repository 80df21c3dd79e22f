// CSRF protection: rejects writes that a browser authenticates by cookie unless they come from an allowed origin.
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors';

export interface TrustedOrigins {
  readonly publicUrl?: string;
  readonly corsOrigins: readonly string[];
}

// These routes refuse writes from pages of other web sites even without a session cookie. Otherwise, such a page could
// sign the visitor out, or sign the visitor in to an attacker's account.
const signInRoutes = new RegExp(
  '^/api/auth/(setup|register|login|logout|me|forgot-password|reset-password|verify-email|resend-verification|' +
    '(second-factor|passkeys)(/[a-z-]+)?)/?$',
  'i',
);

/**
 * Refuses writes with a session cookie that come from pages of other web sites. Mount this after authentication, which
 * finds the session.
 */
export function refuseForgedWrites(origins: TrustedOrigins): RequestHandler {
  return (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return next();
    const isByCookie = req.authentication?.viewer?.via === 'session' || signInRoutes.test(req.baseUrl + req.path);
    next(isByCookie && isForeign(req, origins) ? refusal() : undefined);
  };
}

/**
 * Rejects requests from pages of other origins, whatever their credential. Without PUBLIC_URL, only origins with an IP
 * address or `localhost` count as the service's own, because DNS rebinding can make any other name resolve to this
 * service.
 */
export function refuseForeignPages({ publicUrl, corsOrigins }: TrustedOrigins): RequestHandler {
  return (req, _res, next) => {
    const { origin } = req.headers;
    const isOwn =
      origin === undefined ||
      origin === publicUrl ||
      corsOrigins.includes(origin) ||
      (isFixedAddress(req.hostname) && isAddressOf(req, origin, publicUrl));
    next(isOwn ? undefined : refusal());
  };
}

const refusal = () => new AppError('auth_origin_not_allowed');

const isFixedAddress = (hostname: string | undefined): boolean =>
  hostname === 'localhost' || isIP(hostname?.replace(/^\[|\]$/g, '') ?? '') !== 0;

/**
 * Whether a write comes from a page of another origin. Browsers send Origin, Sec-Fetch-Site or both with a write; a
 * request without these headers is not from a browser.
 */
function isForeign(req: Request, { publicUrl, corsOrigins }: TrustedOrigins): boolean {
  const { origin } = req.headers;
  if (origin !== undefined && (origin === publicUrl || corsOrigins.includes(origin))) return false;
  // Sec-Fetch-Site takes precedence over Origin: page scripts cannot set Sec-Fetch-Site, and proxies do not rewrite it.
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isAddressOf(req, origin, publicUrl);
}

/** Whether `origin` is the origin (scheme, host and port) of the URL to which the client sent the request. */
function isAddressOf({ protocol, host }: Request, origin: string, publicUrl: string | undefined): boolean {
  // For a request to the host of PUBLIC_URL, callers have already compared `origin` with PUBLIC_URL, so any other
  // origin is foreign. Behind a proxy that terminates TLS, `protocol` may differ from the scheme that the browser used.
  const isPublicHost = publicUrl !== undefined && new URL(publicUrl).host === host?.toLowerCase();
  return !isPublicHost && origin === `${protocol}://${host?.toLowerCase()}`;
}
