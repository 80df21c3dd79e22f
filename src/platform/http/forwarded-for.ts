// Makes the addresses in X-Forwarded-For plain: some proxies write the port of the client's connection after them.
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';

/** The address of a hop without brackets and port; a text that is no such address stays as it is. */
function plainHop(hop: string): string {
  const [, ipv6] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop) ?? [];
  if (ipv6 !== undefined && isIPv6(ipv6)) return ipv6;
  const [, ipv4] = /^([\d.]+):\d{1,5}$/.exec(hop) ?? [];
  return ipv4 !== undefined && isIPv4(ipv4) ? ipv4 : hop;
}

/**
 * Removes the ports from the hops of a request's X-Forwarded-For, such as `203.0.113.7:51234` or `[2001:db8::1]:51234`.
 * With its port, each connection of a client would count as another address, and no list of trusted proxies would
 * contain a hop. Azure Application Gateway, IIS and, by configuration, AWS load balancers write ports.
 */
export function stripPorts({ headers }: { readonly headers: IncomingHttpHeaders }): void {
  const hops = headers['x-forwarded-for'];
  if (hops === undefined || !hops.includes(':')) return;
  headers['x-forwarded-for'] = String(hops)
    .split(',')
    .map((hop) => plainHop(hop.trim()))
    .join(', ');
}

/** `stripPorts` as a handler of Express. Must come before all that reads the address of the caller. */
export const plainHops: RequestHandler = (req, _res, next) => {
  stripPorts(req);
  next();
};
