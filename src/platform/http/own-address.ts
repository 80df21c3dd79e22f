// Recognizes URLs of the service itself, and webhook requests of Netloom, so that the service sends nothing to itself.
import type { RequestHandler } from 'express';
import { isLoopback } from './loopback';

const userAgentPrefix = 'Netloom-Webhooks';
/** The header `User-Agent` of requests to receivers of webhooks. */
export const webhookUserAgent = `${userAgentPrefix}/1.0`;

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host) || isLoopback(host);

/** The host and port of a URL. All names and addresses of this machine's loopback count as one host. */
function placeOf(text: string): string {
  const { hostname, port, protocol } = new URL(text);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return `${isLocal(host) ? 'localhost' : host} ${port || defaultPorts[protocol]}`;
}

/** Whether the URL has host and port of one of the service's own URLs. */
export function isWithinService(url: string, ownUrls: readonly string[]): boolean {
  const place = placeOf(url);
  return ownUrls.some((ownUrl) => URL.canParse(ownUrl) && placeOf(ownUrl) === place);
}

/**
 * Refuses requests that a Netloom service sends as a webhook, so that webhooks do not call Netloom itself.
 * `isWithinService` cannot detect all of them: the service may be reachable by more names than its public URL.
 */
export const refuseWebhooks =
  (refusal: () => Error): RequestHandler =>
  (req, _res, next) =>
    req.headers['user-agent']?.startsWith(userAgentPrefix) ? next(refusal()) : next();
