// Writes that a browser authenticates by cookie must come from our own pages: a foreign page could send them unseen.
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors';

export interface TrustedOrigins {
  readonly publicUrl?: string;
  readonly corsOrigins: readonly string[];
}

// Foreign pages are refused these too, although they carry no session yet, or one that is good for nothing else: they would
// sign the visitor in to another account, or out.
const signingIn = new RegExp(
  '^/api/auth/(setup|register|login|logout|me|forgot-password|reset-password|verify-email|resend-verification|' +
    '(second-factor|passkeys)(/[a-z-]+)?)/?$',
  'i',
);

/** Mount behind authentication, in front of both doors. */
export function refuseForgedWrites(trusted: TrustedOrigins): RequestHandler {
  return (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return next();
    const isByCookie = req.authentication?.viewer?.via === 'session' || signingIn.test(req.baseUrl + req.path);
    next(isByCookie && isForeign(req, trusted) ? refusal() : undefined);
  };
}

/**
 * Refuses requests of pages elsewhere, whatever their credential. An address by a name may be anybody's who answers for
 * that name (DNS rebinding): without a public address only pages of this address in numbers are our own.
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

/** Browsers name the page behind a write in one header or in both; a request with neither is not from a browser. */
function isForeign(req: Request, { publicUrl, corsOrigins }: TrustedOrigins): boolean {
  const { origin } = req.headers;
  if (origin !== undefined && (origin === publicUrl || corsOrigins.includes(origin))) return false;
  // The browser's own word, which scripts can't forge and proxies don't rewrite, counts more than comparing addresses.
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isAddressOf(req, origin, publicUrl);
}

/** Whether the origin is the address that the request was sent to. */
function isAddressOf({ protocol, host }: Request, origin: string, publicUrl: string | undefined): boolean {
  // There the public address alone counts: a proxy that ends TLS may not forward the scheme.
  const isPublicHost = publicUrl !== undefined && new URL(publicUrl).host === host?.toLowerCase();
  return !isPublicHost && origin === `${protocol}://${host?.toLowerCase()}`;
}
