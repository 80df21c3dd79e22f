// Reads the client of a request: its IP address and user agent, for audit events.
import type { Request } from 'express';
import { isFromLoopback } from './loopback';

/** The client of a request, as far as it is known. */
export interface Origin {
  readonly remoteAddress?: string;
  readonly userAgent?: string;
  /** Whether the request comes from the machine on which the service runs. */
  readonly isLocal: boolean;
}

const longestUserAgent = 300;

/**
 * Returns the address and user agent of a request's client. If the service trusts its proxies, the address is that of
 * the client behind the proxy.
 */
export const requestOrigin = (req: Pick<Request, 'ip' | 'headers' | 'socket'>): Origin => ({
  remoteAddress: req.ip,
  isLocal: isFromLoopback(req),
  // NUL characters are removed, because PostgreSQL cannot store NUL in JSON.
  userAgent: req.headers['user-agent']?.replaceAll('\0', '').slice(0, longestUserAgent),
});
